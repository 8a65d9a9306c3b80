import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { errorText } from '../../../platform/errors.ts';
import { formatDateTime, formatDuration, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './campaign-dialog.module.css';
import type { CampaignValues } from './form.ts';
import { useTryCampaign } from './mutations.ts';

/** What the campaign in the form would send: five filled messages, to how many, and until when. Sends nothing. */
export function DryRun({ values }: { values: CampaignValues }) {
  const trial = useTryCampaign();
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconEye size={16} />}
        loading={trial.isPending}
        onClick={() => trial.mutate(values)}
      >
        {t('Ensaiar')}
      </Button>
      <div role="status">
        {trial.error && <p>{errorText(trial.error)}</p>}
        {trial.data && (
          <>
            <p>
              {trial.data.endsAt
                ? t('{{count}} contatos receberão, em cerca de {{duration}}, até {{end}}. {{left}} ficam de fora.', {
                    count: trial.data.count,
                    duration: formatDuration(Math.round(trial.data.durationMs / 1000)),
                    end: formatDateTime(trial.data.endsAt),
                    left: formatNumber(trial.data.left),
                  })
                : t('Ninguém receberia: escolha uma lista com contatos válidos.')}
            </p>
            <ul className={css.samples}>
              {trial.data.samples.map(({ name, number, variant, message }) => (
                <li key={number}>
                  <small>
                    {name} · {t('Variante {{n}}', { n: variant })}
                  </small>
                  {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
