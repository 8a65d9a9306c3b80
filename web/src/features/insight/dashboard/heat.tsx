import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Card } from '../../../ui/page/page-header.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import css from './dashboard.module.css';

/** When customers write: each hour of the week, the darker the more. */
export function Heat({
  cells,
  onBehind,
}: {
  cells: readonly { weekday: number; hour: number; total: number }[];
  onBehind: (filter: BehindFilter) => void;
}) {
  const days = [t('Seg'), t('Ter'), t('Qua'), t('Qui'), t('Sex'), t('Sáb'), t('Dom')];
  const most = Math.max(1, ...cells.map(({ total }) => total));
  const totals = new Map(cells.map(({ weekday, hour, total }) => [weekday * 24 + hour, total]));
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <Card title={t('Atendimentos por hora da semana')}>
      <ScrollRegion className={css.scroll} label={t('Atendimentos por hora da semana')}>
        <table className={css.heat}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('Dia')}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, i) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {hours.map((hour) => {
                  const total = totals.get((i + 1) * 24 + hour) ?? 0;
                  return (
                    <td key={hour} style={{ '--share': total / most } as React.CSSProperties}>
                      {total > 0 && (
                        <button type="button" onClick={() => onBehind({ of: 'queued', weekday: i + 1, hour })}>
                          {formatNumber(total)}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
