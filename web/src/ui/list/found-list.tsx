import { SearchInput } from '../fields/search-input.tsx';
import { LoadedRows, type LoadedRowsProps } from './loaded-rows.tsx';

export type FoundListProps<Row> = LoadedRowsProps<Row> & {
  search: string;
  onSearch: (search: string) => void;
  searchLabel: string;
  /** The caret begins in the search. */
  autoFocus?: boolean;
};

/** Rows found by typing: the search field, and below it the rows, or why there are none. */
export function FoundList<Row>({ search, onSearch, searchLabel, autoFocus = false, ...rows }: FoundListProps<Row>) {
  return (
    <>
      <SearchInput label={searchLabel} value={search} onSearch={onSearch} autoFocus={autoFocus} />
      <LoadedRows {...rows} />
    </>
  );
}
