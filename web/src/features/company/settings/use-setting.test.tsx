import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToast } from '../../../platform/toast.ts';
import { useSetting } from './use-setting.ts';

afterEach(() => vi.unstubAllGlobals());

test('a choice that is refused is said also to who left the page meanwhile', async () => {
  const refusals: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        refusals.push(() => resolve(new Response('{"error":"ERR_NO_PERMISSION"}', { status: 403 })));
      }),
  );
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const toast = renderHook(() => useToast());
  const { result, unmount } = renderHook(() => useSetting('scheduleType', 'disabled'), { wrapper });
  act(() => result.current.choose('company'));
  await waitFor(() => expect(refusals).toHaveLength(1));
  unmount();
  refusals[0]?.();
  await waitFor(() => expect(toast.result.current).toMatchObject({ kind: 'error' }));
});
