import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { t } from '../../platform/i18n.ts';
import { keepFocusNear } from '../keep-focus-near.ts';
import { EmptyState } from './empty-state.tsx';

/**
 * Shown where something could not be loaded. `text` says why and comes from the error; without `onRetry` trying again cannot help. If it goes with
 * the focus, that stays near.
 */
export function ErrorState({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <div ref={keepFocusNear} role="alert">
      <EmptyState
        art={<IconCloudOff />}
        title={title}
        action={
          onRetry && (
            <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {t('Tentar de novo')}
            </Button>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
