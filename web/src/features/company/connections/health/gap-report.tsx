import type { GapView } from '@balcao/contract/connection-health';
import { type GapState, providerKeepsDays } from '@balcao/contract/connection-health-rules';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { formatShortDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { StatusChip, type Tone } from '../../../../ui/marks/status-chip.tsx';
import { causeOf } from '../connection-reasons.ts';
import css from './health.module.css';
import { gapLength, gapResult, gapStateText, gapTime } from './health-text.ts';

export type GapReportProps = {
  channel: ConnectionChannel;
  gaps: readonly GapView[];
  /** The gap that is being rechecked. */
  busy: number | null;
  /** Null while there is no phone to ask. */
  onRecheck: ((gapId: number) => void) | null;
};

const tones: Record<GapState, Tone> = { open: 'bad', checking: 'info', closed: 'quiet' };

/** When the number was offline, and what was recovered afterwards. */
export function GapReport({ channel, gaps, busy, onRecheck }: GapReportProps) {
  return (
    <section className={css.part}>
      <h3>{t('Períodos sem conexão')}</h3>
      {gaps.length === 0 ? (
        <p className={css.nothing}>{t('Nenhum até agora. Quando a conexão cair, aqui aparece o que foi recuperado.')}</p>
      ) : (
        <ul className={css.gaps}>
          {gaps.map((gap) => (
            <li key={gap.id} className={css.gap}>
              <div className={css.gapTop}>
                <b>{gapTime(gap)}</b>
                <span className={css.length}>{gapLength(gap)}</span>
                <StatusChip tone={tones[gap.state]}>{gapStateText(gap.state)}</StatusChip>
              </div>
              <p>{gapResult(gap)}</p>
              {gap.incomplete && (
                <p className={css.incomplete}>
                  {t(
                    'Pode faltar alguma mensagem: o WhatsApp guarda as que não foram entregues por {{days}} dias, e a busca pode ter parado antes do fim.',
                    {
                      days: providerKeepsDays,
                    },
                  )}
                </p>
              )}
              {gap.reason && <p className={css.quiet}>{causeOf(channel, gap.reason)}</p>}
              {gap.state !== 'open' && (
                <div className={css.gapFoot}>
                  <span className={css.quiet}>
                    {gap.checkedAt && t('Conferido em {{time}}', { time: formatShortDateTime(gap.checkedAt) })}
                  </span>
                  {onRecheck && (
                    <Button
                      size="sm"
                      variant="subtle"
                      leftSection={<IconRefresh size={16} />}
                      loading={busy === gap.id}
                      aria-label={t('Conferir de novo: {{time}}', { time: gapTime(gap) })}
                      onClick={() => onRecheck(gap.id)}
                    >
                      {t('Conferir de novo')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
