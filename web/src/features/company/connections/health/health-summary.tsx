import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { Meter } from '../../../../data/connections/queries.ts';
import { formatDateTime, formatNumber } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { StatusChip } from '../../../../ui/marks/status-chip.tsx';
import css from './health.module.css';
import { Marks } from './health-meter.tsx';
import { levelText, toneOfLevel, whySentence } from './health-text.ts';

export type HealthSummaryProps = { meter: Meter; resuming: boolean; onResume: () => void };

/** The level with its reasons, and today's figures. */
export function HealthSummary({ meter, resuming, onResume }: HealthSummaryProps) {
  const figures = [
    { name: t('Conversas novas hoje'), value: meter.newChatsToday },
    // The provider counts in its own way, so the two figures are not comparable.
    ...(meter.newChatsLimit === null ? [] : [{ name: t('Limite do WhatsApp'), value: meter.newChatsLimit }]),
    { name: t('Enviadas hoje'), value: meter.sentToday },
    { name: t('Não saíram hoje'), value: meter.failedToday },
  ];
  return (
    <section className={css.summary}>
      <div className={css.level}>
        <StatusChip tone={toneOfLevel[meter.level]}>{levelText(meter.level)}</StatusChip>
        <span className={css.score}>{t('{{score}} de 100', { score: meter.score })}</span>
      </div>
      <Marks meter={meter} />
      {meter.why.length === 0 ? (
        <p className={css.fine}>{t('Tudo bem com este número.')}</p>
      ) : (
        <ul className={css.why}>
          {meter.why.map((why) => (
            <li key={why}>
              <IconAlertTriangle size={18} aria-hidden />
              {whySentence(why, meter)}
            </li>
          ))}
        </ul>
      )}
      {meter.pausedUntil && (
        <div className={css.pause}>
          <IconPlayerPause size={18} aria-hidden />
          <p>
            {t('Mensagens que iniciam conversas esperam até {{time}}.', { time: formatDateTime(meter.pausedUntil) })}{' '}
            {!meter.answersRestrictedUntil && t('Respostas saem normalmente.')}
          </p>
          <Button size="sm" variant="default" loading={resuming} onClick={onResume}>
            {t('Retomar')}
          </Button>
        </div>
      )}
      <dl className={css.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
