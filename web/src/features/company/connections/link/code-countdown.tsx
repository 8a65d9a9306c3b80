import type { ConnectionView } from '@balcao/contract/connections';
import { useNow } from '../../../../platform/clock.ts';
import { formatDuration } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import css from './link-panel.module.css';
import { lifeOfCode } from './linking.ts';

export type CodeCountdownProps = {
  code: Pick<ConnectionView, 'codeExpiresAt' | 'updatedAt'>;
  /** A new code follows automatically. */
  renews?: boolean;
};

const around = 2 * Math.PI * 7;

/** The time left for the code, as a ring and in numbers. */
export function CodeCountdown({ code, renews = false }: CodeCountdownProps) {
  const life = lifeOfCode(code, useNow(500));
  if (!life) return null;
  const left = formatDuration(Math.ceil(life.leftMs / 1000));
  const text =
    life.leftMs > 0
      ? renews
        ? t('Novo código em {{time}}', { time: left })
        : t('Vale por mais {{time}}', { time: left })
      : renews
        ? t('O próximo código está chegando…')
        : t('O código está vencendo…');
  return (
    <span className={css.countdown} role="timer" data-ending={life.share < 0.2 || undefined}>
      <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden>
        <title>{text}</title>
        <circle className={css.ringTrack} cx={9} cy={9} r={7} />
        <circle className={css.ring} cx={9} cy={9} r={7} strokeDasharray={around} strokeDashoffset={around * (1 - life.share)} />
      </svg>
      {text}
    </span>
  );
}
