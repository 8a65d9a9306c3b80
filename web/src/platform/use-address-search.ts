import { useSearchParams } from 'react-router';

/** What a list is searched for, kept in the address, and how to search it for something else. */
export function useAddressSearch(): [search: string, setSearch: (text: string) => void] {
  const [params, setParams] = useSearchParams();
  return [params.get('search') ?? '', (text) => setParams(text ? { search: text } : {}, { replace: true })];
}
