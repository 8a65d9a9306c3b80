import type { ConnectionView } from '@balcao/contract/connections';
import type { Meter } from '../../../../data/connections/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import css from './health.module.css';
import { levelText, marksOf, meterDetail, toneOfLevel } from './health-text.ts';

export type HealthCellProps = {
  connection: ConnectionView;
  /** Undefined while it loads; null if the request failed. */
  meter: Meter | null | undefined;
  onOpen: () => void;
};

/** How a number is doing, in a table cell. Opens the details. */
export function HealthCell({ connection, meter, onOpen }: HealthCellProps) {
  if (connection.channel === 'simulator') return <span className={css.none}>{t('Não se aplica')}</span>;
  if (meter === undefined) return <Skeleton width={140} />;
  // A number that was never connected has no health yet.
  const known = connection.number === null ? null : meter;
  const level = known ? levelText(known.level) : meter ? t('Sem histórico') : t('Sem dados');
  const detail = known && meterDetail(known);
  return (
    <button
      type="button"
      className={css.cell}
      aria-label={[t('Saúde de {{name}}:', { name: connection.name }), level, detail].filter(Boolean).join(' ')}
      onClick={onOpen}
    >
      <span className={css.cellTop}>
        <b>{level}</b> {detail && <span>{detail}</span>}
      </span>
      <Marks meter={known} />
    </button>
  );
}

/** A score as five marks. The number is beside it, so screen readers skip the marks. */
export function Marks({ meter }: { meter: Meter | null }) {
  const filled = meter ? marksOf(meter.score) : 0;
  return (
    <span className={css.marks} data-tone={meter ? toneOfLevel[meter.level] : undefined} aria-hidden>
      {[1, 2, 3, 4, 5].map((mark) => (
        <span key={mark} data-filled={mark <= filled || undefined} />
      ))}
    </span>
  );
}
