import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** The contact lists by name, to choose from. Asked for each time, since their numbers are looked up meanwhile. */
export function useContactListChoices() {
  return useQuery({
    queryKey: ['contact-lists', 'choices'],
    queryFn: ({ signal }) => api('GET /contact-lists/list', { signal }),
    staleTime: 0,
  });
}
