import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../../platform/i18n.ts';
import { EmptyState } from './empty-state.tsx';

/** Shown where something could not be loaded. `text` says why and comes from the error. If it goes with the focus, that stays near. */
export function ErrorState({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNear(ancestorsOf(element));
    };
  }, []);
  return (
    <div ref={place} role="alert">
      <EmptyState
        art={<IconCloudOff />}
        title={title}
        action={
          <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {t('Tentar de novo')}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

/** What in or around them may have the focus: no field, for that would open the keyboard of a phone. */
const bearers = '[data-page-title], button:not(:disabled), a[href]';

/** Once what takes the place of the element is drawn. */
function focusNear(ancestors: readonly Element[]): void {
  window.setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const standing = ancestors.filter(({ isConnected }) => isConnected);
    const next = standing.map((each) => each.querySelector<HTMLElement>(bearers)).find((found) => found !== null);
    next?.focus({ preventScroll: true });
  });
}
