import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { SearchInput } from '../fields/search-input.tsx';
import { ErrorState } from '../page/error-state.tsx';
import { FieldsSkeleton } from '../page/skeleton.tsx';

export type FoundListProps<Row> = {
  search: string;
  onSearch: (search: string) => void;
  list: {
    rows: readonly Row[] | undefined;
    error: unknown;
    retry: () => void;
    hasMore: boolean;
    loadingMore: boolean;
    loadMore: () => void;
  };
  searchLabel: string;
  loadingLabel: string;
  failedTitle: string;
  /** Shown where nothing was found. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** Rows found by typing: the search field, and below it the rows, or why there are none. */
export function FoundList<Row>({ search, onSearch, list, searchLabel, loadingLabel, failedTitle, empty, children }: FoundListProps<Row>) {
  return (
    <>
      <SearchInput label={searchLabel} value={search} onSearch={onSearch} />
      {!list.rows && list.error ? (
        <ErrorState title={failedTitle} text={errorText(list.error)} onRetry={list.retry} />
      ) : !list.rows ? (
        <FieldsSkeleton rows={4} label={loadingLabel} />
      ) : list.rows.length === 0 ? (
        empty
      ) : (
        children(list.rows)
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          {t('Carregar mais')}
        </Button>
      )}
    </>
  );
}
