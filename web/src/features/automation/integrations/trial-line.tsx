import { type IntegrationReason, integrationReasons } from '@balcao/contract/integration-rules';
import { Button } from '@mantine/core';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { ApiError } from '../../../platform/api.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import css from './integration-dialog.module.css';
import type { IntegrationValues } from './integration-form.ts';
import { useTestIntegration } from './mutations.ts';
import { reasonText } from './reason-text.ts';

/** Tries what the form describes, before it is saved, and shows what was answered. */
export function TrialLine({ id, values, isFine }: { id: number | null; values: IntegrationValues; isFine: () => boolean }) {
  const test = useTestIntegration();
  return (
    <div className={css.test}>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        loading={test.isPending}
        onClick={() => isFine() && test.mutate({ id, values })}
      >
        {t('Testar')}
      </Button>
      <div role="status" className={css.outcome}>
        {test.isSuccess && (
          <>
            <strong className={css.fine}>
              <IconCheck size={16} aria-hidden /> {t('Respondeu em {{ms}} ms.', { ms: test.data.durationMs })}
            </strong>
            {test.data.texts.length === 0 ? t('Recebeu a mensagem e não respondeu nada.') : test.data.texts.join('\n')}
          </>
        )}
        {test.isError && <span className={css.failed}>{failureText(test.error)}</span>}
      </div>
    </div>
  );
}

function failureText(error: unknown): string {
  const details = error instanceof ApiError && error.code === 'ERR_INTEGRATION_TEST' ? error.details : null;
  const reason = integrationReasons.find((each) => each === (details?.reason as IntegrationReason));
  if (!reason) return errorText(error);
  const detail = typeof details?.detail === 'string' && details.detail !== '' ? `\n${details.detail}` : '';
  return `${reasonText(reason)}${detail}`;
}
