import type { AnswerOf } from '@balcao/contract';
import type { BehindFilter } from '../../../data/dashboard/keys.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { PageSkeleton } from '../../../ui/page/skeleton.tsx';
import { type Bar, Columns, Figure, Opener, Rows } from './charts.tsx';
import css from './dashboard.module.css';

type Days = AnswerOf<'GET /dashboard/ticketsDay'>['data'];
type Users = AnswerOf<'GET /dashboard/ticketsUsers'>['data'];
type Loading = { error: unknown; onRetry: () => void };

/** Attendances by day, or by hour within one day, beside the period before. */
export function DayChart({
  data,
  before,
  error,
  onBehind,
  onRetry,
}: { data: Days | undefined; before: Days | undefined; onBehind: (bar: number) => void } & Loading) {
  const byHour = data?.[0]?.horario !== undefined;
  const title = byHour ? t('Atendimentos por hora') : t('Atendimentos por dia');
  if (error && !data) return <ErrorState title={t('Erro ao buscar informações dos tickets')} text={errorText(error)} onRetry={onRetry} />;
  if (!data) return <PageSkeleton label={title} />;
  const bars: Bar[] = data.map((each, i) => ({ label: nameOf(each), now: each.total, before: before?.[i]?.total ?? null }));
  const best = bars.reduce((top, bar) => (bar.now > top.now ? bar : top), bars[0] ?? { label: '', now: 0, before: null });
  return (
    <Figure
      title={title}
      keys={
        <>
          <span className={css.key}>
            <i />
            {t('Este período')}
          </span>
          <span className={css.key} data-before>
            <i />
            {t('Período anterior')}
          </span>
        </>
      }
      chart={
        <Columns
          label={t('{{title}}. Maior: {{n}} em {{when}}', { title, n: formatNumber(best.now), when: best.label })}
          bars={bars}
          axis={byHour ? t('Hora') : t('Dia')}
          onOpen={onBehind}
        />
      }
      table={
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{byHour ? t('Hora') : t('Dia')}</th>
              <th scope="col" data-end>
                {t('Este período')}
              </th>
              <th scope="col" data-end>
                {t('Período anterior')}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, i) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td data-end>
                  <Opener name={bar.label} value={bar.now} onOpen={() => onBehind(i)} />
                </td>
                <td data-end>{bar.before === null ? '–' : formatNumber(bar.before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}

const nameOf = ({ horario, data }: Days[number]) => (horario === undefined ? (data ?? '').slice(0, 5) : `${horario} h`);

/** Conversations by agent, the first eight as bars, all in the table. */
export function UserChart({
  data,
  error,
  onBehind,
  onRetry,
}: { data: Users | undefined; onBehind: (filter: BehindFilter) => void } & Loading) {
  const title = t('Conversas por atendente');
  if (error && !data) return <ErrorState title={t('Erro ao obter informações da conversa')} text={errorText(error)} onRetry={onRetry} />;
  if (!data) return <PageSkeleton label={title} />;
  const rows = data.slice(0, 8).map(({ userId, nome, quantidade }) => ({ id: userId, name: nome, value: quantidade }));
  return (
    <Figure
      title={title}
      chart={
        <Rows
          label={`${title}. ${rows.map(({ name, value }) => `${name} ${formatNumber(value)}`).join(', ')}`}
          rows={rows}
          axis={t('Conversas no período')}
          onOpen={(userId) => onBehind({ of: 'finished', userId })}
        />
      }
      table={
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('Atendente')}</th>
              <th scope="col" data-end>
                {t('Conversas')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ userId, nome, quantidade }) => (
              <tr key={userId}>
                <th scope="row">{nome}</th>
                <td data-end>
                  <Opener name={nome} value={quantidade} onOpen={() => onBehind({ of: 'finished', userId })} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
