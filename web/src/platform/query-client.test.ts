import { expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { clearSession, keepSession } from './session.ts';
import { testSession } from './test-session.ts';

test('what one person was shown is forgotten when they sign out', () => {
  keepSession(testSession());
  queryClient.setQueryData(['tickets', 'list'], ['Helena Sampaio']);
  clearSession();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('what a guest is shown stays when nobody was signed in', () => {
  clearSession();
  queryClient.setQueryData(['plans'], ['Plano 1']);
  clearSession();
  expect(queryClient.getQueryData(['plans'])).toEqual(['Plano 1']);
});
