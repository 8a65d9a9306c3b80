import type { ReactNode } from 'react';
import { errorText } from '../../platform/errors.ts';
import type { InfiniteRows } from '../../platform/infinite-rows.ts';
import { ErrorState } from '../page/error-state.tsx';
import { FieldsSkeleton } from '../page/skeleton.tsx';
import { LoadMore } from './load-more.tsx';

export type LoadedRowsProps<Row> = {
  list: Pick<InfiniteRows<Row>, 'rows' | 'error' | 'retry' | 'hasMore' | 'loadingMore' | 'loadMore' | 'moreError' | 'retryMore'>;
  loadingLabel: string;
  failedTitle: string;
  /** Shown where there are none. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** Rows that come page by page at a person's wish, or why there are none. */
export function LoadedRows<Row>({ list, loadingLabel, failedTitle, empty, children }: LoadedRowsProps<Row>) {
  return (
    <>
      {!list.rows && list.error ? (
        <ErrorState title={failedTitle} text={errorText(list.error)} onRetry={list.retry} />
      ) : !list.rows ? (
        <FieldsSkeleton rows={4} label={loadingLabel} />
      ) : list.rows.length === 0 ? (
        empty
      ) : (
        children(list.rows)
      )}
      <LoadMore list={list} />
    </>
  );
}
