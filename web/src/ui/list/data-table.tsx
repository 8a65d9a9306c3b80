import type { KeyboardEvent, ReactNode } from 'react';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import type { InfiniteRows } from '../../platform/infinite-rows.ts';
import { ErrorState } from '../page/error-state.tsx';
import { Skeleton } from '../page/skeleton.tsx';
import css from './data-table.module.css';
import { InPlace } from './in-place.tsx';
import { type MenuAction, RowMenu } from './row-menu.tsx';
import { useNearEnd } from './use-near-end.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the end. */
  align?: 'end';
  width?: string;
  /** Never wraps, for example a phone number. */
  oneLine?: boolean;
  /** On phones: the title of the card, without its label. */
  lead?: boolean;
};

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  list: Pick<InfiniteRows<Row>, 'rows' | 'error' | 'retry'> &
    Partial<Pick<InfiniteRows<Row>, 'hasMore' | 'loadMore' | 'loadingMore' | 'moreError' | 'retryMore'>>;
  /** The name of the row for screen readers: 'Ações de {name}'. */
  nameOf: (row: Row) => string;
  /** Opens a row, by click or Enter. */
  onOpen?: ((row: Row) => void) | undefined;
  actions?: ((row: Row) => readonly MenuAction[]) | undefined;
  selectedId?: number | string | null | undefined;
  /** Rows that are told apart by colour; what it means stands in the row too. */
  tintOf?: ((row: Row) => 'soon' | 'now' | 'over' | null) | undefined;
  /** Shown if there are no rows. */
  empty: ReactNode;
};

/** A table that loads more rows on scrolling, shows cards on phones, and has arrow-key navigation. */
export function DataTable<Row extends { id: number | string }>({
  label,
  columns,
  list,
  nameOf,
  onOpen,
  actions,
  selectedId,
  tintOf,
  empty,
}: DataTableProps<Row>) {
  const end = useNearEnd(() => list.loadMore?.());
  if (!list.rows && list.error) {
    return (
      <div className={css.frame}>
        <ErrorState title={t('Não foi possível carregar a lista de registros')} text={errorText(list.error)} onRetry={list.retry} />
      </div>
    );
  }
  if (list.rows?.length === 0) return <div className={css.frame}>{empty}</div>;
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label} aria-busy={!list.rows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align} style={column.width ? { width: column.width } : undefined}>
                {column.header}
              </th>
            ))}
            {actions && (
              <th scope="col" className={css.acts}>
                <span className="visually-hidden">{t('Ações')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={walk}>
          {list.rows?.map((row) => (
            <tr
              key={row.id}
              data-selected={selectedId === row.id || undefined}
              data-tint={tintOf?.(row) ?? undefined}
              data-opens={onOpen ? true : undefined}
              tabIndex={onOpen ? 0 : undefined}
              onClick={onOpen && ((event) => !isControl(event.target) && onOpen(row))}
              onKeyDown={
                onOpen &&
                ((event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
                })
              }
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-label={column.lead ? undefined : column.header}
                  data-align={column.align}
                  data-oneline={column.oneLine || undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
              {actions && (
                <td className={css.acts}>
                  <RowMenu label={t('Ações de {{name}}', { name: nameOf(row) })} actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
          {(!list.rows || list.loadingMore) && (
            <GhostRows columns={columns.length} withActions={actions !== undefined} rows={list.rows ? 2 : 6} />
          )}
        </tbody>
      </table>
      {list.hasMore && <div ref={end} />}
      {list.moreError != null && (
        <ErrorState
          title={t('Não foi possível carregar o resto da lista')}
          text={errorText(list.moreError)}
          onRetry={() => list.retryMore?.()}
        />
      )}
    </div>
  );
}

function GhostRows({ columns, withActions, rows }: { columns: number; withActions: boolean; rows: number }) {
  return (
    <InPlace of={Array.from({ length: rows })}>
      {(_, row) => (
        <tr aria-hidden>
          <InPlace of={Array.from({ length: columns })}>
            {(_, column) => (
              <td>
                <Skeleton width={`${column === 0 ? 70 : 45 + ((row + column) % 3) * 12}%`} />
              </td>
            )}
          </InPlace>
          {withActions && <td className={css.acts} />}
        </tr>
      )}
    </InPlace>
  );
}

/** A click on a button or link inside the row, or in its menu, is not a click on the row. */
function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    (target.closest('button, a, input, label, [role="menu"], [role="dialog"]') !== null || !target.closest('tr'))
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof HTMLTableRowElement ? event.target : null;
  if (!row) return;
  const rows = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('tr[tabindex]'));
  const at = rows.indexOf(row);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
}
