import type { ConnectionView } from '@balcao/contract/connections';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { connectionKeys } from './keys.ts';
import { applySession, hearConnection } from './live.ts';
import { connection, detail } from './test-connections.ts';

test('a change reaches the list and the open dialog, which keeps the webhook address', () => {
  const cache = cacheWith(connection());
  hearConnection(cache, { action: 'update', whatsapp: connection({ name: 'Loja Sul', updatedAt: at(2) }) });
  expect(list(cache)).toMatchObject([{ name: 'Loja Sul' }]);
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({
    name: 'Loja Sul',
    webhookUrl: 'https://exemplo.com/webhooks/whatsapp/chave',
  });
});

test('a new connection joins the list', () => {
  const cache = cacheWith(connection());
  hearConnection(cache, { action: 'update', whatsapp: connection({ id: 2, name: 'SAC' }) });
  expect(list(cache).map(({ name }) => name)).toEqual(['Loja Centro', 'SAC']);
});

test('an older copy does not replace a newer one', () => {
  const cache = cacheWith(connection({ status: 'CONNECTED', updatedAt: at(5) }));
  hearConnection(cache, { action: 'update', whatsapp: connection({ status: 'OPENING', updatedAt: at(4) }) });
  applySession(cache, session({ status: 'OPENING', updatedAt: at(3) }));
  expect(list(cache)[0]?.status).toBe('CONNECTED');
});

test('news of a session bring the code and take it away', () => {
  const cache = cacheWith(connection({ status: 'OPENING' }));
  applySession(cache, session({ status: 'qrcode', qrcode: 'code-1', updatedAt: at(2) }));
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ status: 'qrcode', qrcode: 'code-1' });
  applySession(cache, session({ status: 'CONNECTED', qrcode: '', updatedAt: at(3) }));
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ status: 'CONNECTED', qrcode: '' });
  expect(list(cache)).toMatchObject([{ status: 'CONNECTED' }]);
});

test('news without the code, as everybody hears them, do not hide the one on screen', () => {
  const cache = cacheWith(connection({ status: 'qrcode', qrcode: 'code-1' }));
  hearConnection(cache, { action: 'update', whatsapp: connection({ status: 'qrcode', qrcode: '', updatedAt: at(2) }) });
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ qrcode: 'code-1' });
  hearConnection(cache, { action: 'update', whatsapp: connection({ status: 'CONNECTED', qrcode: '', updatedAt: at(3) }) });
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ qrcode: '' });
});

test('news as everybody hears them leave the pairing code on screen too', () => {
  const cache = cacheWith(connection({ status: 'qrcode', pairingCode: 'ABCD1234' }));
  hearConnection(cache, { action: 'update', whatsapp: connection({ status: 'qrcode', name: 'Loja Sul', updatedAt: at(2) }) });
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ name: 'Loja Sul', pairingCode: 'ABCD1234' });
  applySession(cache, session({ status: 'PAIRING', updatedAt: at(3) }));
  expect(cache.getQueryData(connectionKeys.one(1))).toMatchObject({ status: 'PAIRING', pairingCode: '' });
});

test('a deletion takes it out of the list and forgets the detail', () => {
  const cache = cacheWith(connection());
  hearConnection(cache, { action: 'delete', whatsappId: 1 });
  expect(list(cache)).toEqual([]);
  expect(cache.getQueryData(connectionKeys.one(1))).toBeUndefined();
});

function cacheWith(held: ConnectionView): QueryClient {
  const cache = new QueryClient();
  cache.setQueryData(connectionKeys.list, [held]);
  cache.setQueryData(connectionKeys.one(held.id), detail(held));
  return cache;
}

function list(cache: QueryClient): ConnectionView[] {
  return cache.getQueryData<ConnectionView[]>(connectionKeys.list) ?? [];
}

function session(change: Partial<ConnectionView>) {
  const { id, name, status, statusReason, qrcode, pairingCode, codeExpiresAt, retries, updatedAt } = connection(change);
  return { id, name, status, statusReason, qrcode, pairingCode, codeExpiresAt, retries, updatedAt };
}

function at(minute: number): string {
  return `2026-11-21T12:0${minute}:00.000Z`;
}
