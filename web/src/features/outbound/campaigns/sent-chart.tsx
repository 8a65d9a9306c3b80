import type { CampaignReport } from '@balcao/contract/campaigns';
import { formatNumber, formatShortDateTime, formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './report.module.css';

const width = 560;
const height = 168;
const left = 44;
const right = 552;
const top = 22;
const bottom = 142;

type SentChartProps = Pick<CampaignReport, 'series' | 'startedAt' | 'expectedEnd' | 'perMinute'> & { total: number };

/** How many were sent over time, with the expected end; the same as a table. */
export function SentChart({ series, startedAt, total, expectedEnd, perMinute }: SentChartProps) {
  const points = [...(startedAt ? [{ at: startedAt, sent: 0 }] : []), ...series];
  const last = points.at(-1);
  const first = points[0];
  const ends = Math.max(...[last?.at, expectedEnd].map((at) => (at ? new Date(at).getTime() : 0)));
  const begins = first ? new Date(first.at).getTime() : 0;
  const span = Math.max(60_000, ends - begins);
  const most = Math.max(1, total, last?.sent ?? 0);
  const x = (at: string) => left + ((new Date(at).getTime() - begins) / span) * (right - left);
  const y = (sent: number) => bottom - (sent / most) * (bottom - top);
  const path = points.map(({ at, sent }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(sent).toFixed(1)}`).join('');
  const said = last ? t('{{n}} envios até {{time}}', { n: formatNumber(last.sent), time: formatTime(last.at) }) : t('Nenhum envio ainda');
  return (
    <figure className={css.chart}>
      <figcaption>
        <span className={css.dim}>{t('Envios acumulados')}</span>
        {perMinute !== null && <small className={css.dim}>{t('Ritmo: {{n}} por minuto', { n: formatNumber(perMinute) })}</small>}
      </figcaption>
      {series.length === 0 || !last ? (
        <p className={css.none}>{t('Nenhum envio ainda')}</p>
      ) : (
        <>
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={said}>
            {[...new Set([0, Math.round(most / 2), most])].map((line) => (
              <g key={line}>
                <line x1={left} x2={right} y1={y(line)} y2={y(line)} />
                <text x={left - 8} y={y(line) + 4} textAnchor="end">
                  {formatNumber(line)}
                </text>
              </g>
            ))}
            <text x={left} y={162}>
              {formatTime(begins)}
            </text>
            <text x={right} y={162} textAnchor="end">
              {formatTime(begins + span)}
            </text>
            <path d={`${path}L${x(last.at).toFixed(1)} ${bottom}L${left} ${bottom}Z`} data-part="area" />
            <path d={path} data-part="line" />
            {expectedEnd && <path d={`M${x(last.at)} ${y(last.sent)}L${x(expectedEnd)} ${y(total)}`} data-part="forecast" />}
            <circle cx={x(last.at)} cy={y(last.sent)} r={4} />
          </svg>
          <details>
            <summary>{t('Ver como tabela')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Hora')}</th>
                  <th scope="col">{t('Enviadas')}</th>
                </tr>
              </thead>
              <tbody>
                {series.map(({ at, sent }) => (
                  <tr key={at}>
                    <td>{formatShortDateTime(at)}</td>
                    <td>{formatNumber(sent)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </figure>
  );
}
