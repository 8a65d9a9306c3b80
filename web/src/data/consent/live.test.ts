import type { ContactConsent } from '@balcao/contract/consent';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { contactListKeys } from '../contact-lists/keys.ts';
import { consentKeys } from './keys.ts';
import { hearConsent } from './live.ts';

test('that a contact left is shown at once, and older news do not take it back', () => {
  const cache = new QueryClient();
  cache.setQueryData(consentKeys.of(5), consent(false, []));
  hearConsent(cache, { action: 'update', consent: consent(true, [2]) });
  hearConsent(cache, { action: 'update', consent: consent(false, [1]) });
  expect(cache.getQueryData<ContactConsent>(consentKeys.of(5))?.optedOut).toBe(true);
});

test('lists ask again who of theirs is out, and so does the ledger', () => {
  vi.useFakeTimers();
  const cache = new QueryClient();
  const keys = [contactListKeys.itemPage(1, ''), consentKeys.ledger];
  for (const key of keys) cache.setQueryData(key, { pages: [], pageParams: [] });
  hearConsent(cache, { action: 'reload' });
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

function consent(optedOut: boolean, ids: number[]): ContactConsent {
  const entry = {
    contactId: 5,
    name: 'Ana',
    number: '5511987650001',
    words: 'sair',
    userName: null,
    createdAt: '2026-11-21T12:00:00.000Z',
  };
  const entries = ids.map((id) => ({ ...entry, id, state: 'out' as const, source: 'customer' as const }));
  return { contactId: 5, optedOut, ownWord: optedOut, backWord: 'VOLTAR', entries };
}
