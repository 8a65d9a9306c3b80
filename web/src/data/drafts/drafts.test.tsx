import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, keepSession } from '../../platform/session.ts';
import { readStored } from '../../platform/storage.ts';
import { refused, serve } from '../../platform/test-server.ts';
import { testSession } from '../../platform/test-session.ts';
import { draftKey } from './draft-key.ts';
import { applyDraft, syncDrafts, writeDraft } from './drafts.ts';

const route = 'PUT /v1/tickets/5/drafts/message';
const text = () => readStored(draftKey(5)) ?? '';
const from = (at: string, said: string) => ({ ticketId: 5, kind: 'message' as const, text: said, at });
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
const echo = ({ body }: { body: unknown }) => ({ ticketId: 5, kind: 'message', ...(body as object) });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.clear();
  keepSession(testSession());
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is typed goes to the server once the person pauses, and what is sent at once', async () => {
  const server = serve({ [route]: echo });
  writeDraft(5, 'message', 'Bom');
  writeDraft(5, 'message', 'Bom dia');
  await vi.advanceTimersByTimeAsync(500);
  expect(server.told()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  writeDraft(5, 'message', '');
  await vi.advanceTimersByTimeAsync(1);
  expect(server.told().map(({ body }) => (body as { text: string }).text)).toEqual(['Bom dia', '']);
});

test('another device’s later text is shown, an earlier one is not, and hearing it twice changes nothing', async () => {
  serve({ [route]: echo });
  writeDraft(5, 'message', 'Daqui');
  await vi.advanceTimersByTimeAsync(1000);
  applyDraft(from(ahead(-60_000), 'Antigo'));
  expect(text()).toBe('Daqui');
  const later = from(ahead(60_000), 'De lá');
  applyDraft(later);
  applyDraft(later);
  expect(text()).toBe('De lá');
  applyDraft(from(ahead(120_000), ''));
  expect(text()).toBe('');
});

test('what is being typed stays, whatever another device says meanwhile, and goes there once the person pauses', async () => {
  const { state } = serverHolding({ text: '', at: ahead(-60_000) });
  const hear = (said: string) => {
    Object.assign(state, { text: said, at: ahead(500) });
    applyDraft(from(state.at, said));
  };
  writeDraft(5, 'message', 'Seu ped');
  hear('De lá');
  expect(text()).toBe('Seu ped');
  writeDraft(5, 'message', 'Seu pedido');
  hear('');
  await vi.advanceTimersByTimeAsync(1000);
  expect([text(), state.text]).toEqual(['Seu pedido', 'Seu pedido']);
});

test('what was typed just before another device said something goes there too', async () => {
  const { state } = serverHolding({ text: '', at: ahead(-60_000) });
  writeDraft(5, 'message', 'Seu pedido');
  Object.assign(state, { text: 'De lá', at: ahead(500) });
  applyDraft(from(state.at, 'De lá'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([text(), state.text]).toEqual(['Seu pedido', 'Seu pedido']);
});

test('without a connection nothing is lost: it is sent when the line is back', async () => {
  const server = serve({ [route]: refused('ERR_DATABASE_AWAY', 503), 'GET /v1/drafts': [] });
  writeDraft(5, 'message', 'Sem rede');
  await vi.advanceTimersByTimeAsync(1000);
  server.answers[route] = echo;
  await syncDrafts();
  expect(server.told().at(-1)?.body).toMatchObject({ text: 'Sem rede' });
  expect(text()).toBe('Sem rede');
  const before = server.told().length;
  await syncDrafts();
  expect(server.told()).toHaveLength(before);
});

test('what was sent from another device meanwhile does not come back, and its answer counts', async () => {
  const later = ahead(60_000);
  serve({ [route]: from(later, 'De lá'), 'GET /v1/drafts': [from(later, 'De lá')] });
  writeDraft(5, 'message', 'Daqui, antes');
  await syncDrafts();
  expect(text()).toBe('De lá');
});

/** A server that knows of a later draft unless it is told of one that is later still. */
function serverHolding(held: { text: string; at: string }) {
  const state = { ...held };
  const server = serve({
    [route]: ({ body }: { body: unknown }) => {
      const told = body as { text: string; at: string };
      if (told.at > state.at) Object.assign(state, told);
      return { ticketId: 5, kind: 'message', ...state };
    },
    'GET /v1/drafts': [],
  });
  return { server, state };
}

test('what is typed stays, although the clock of this device is behind that of another one on which the draft was sent', async () => {
  const { state } = serverHolding({ text: '', at: ahead(60_000) });
  writeDraft(5, 'message', 'Compartilhado');
  await vi.advanceTimersByTimeAsync(1000);
  expect([text(), state.text]).toEqual(['Compartilhado', 'Compartilhado']);
  // It is known by then that the clock is behind.
  const later = ahead(90_000);
  applyDraft(from(later, 'De lá'));
  writeDraft(5, 'message', 'De lá e daqui');
  applyDraft(from(later, 'De lá'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([text(), state.text]).toEqual(['De lá e daqui', 'De lá e daqui']);
});

test('what was typed without a connection does not come back where it was sent from another device meanwhile', async () => {
  const { server, state } = serverHolding({ text: '', at: ahead(60_000) });
  const answer = server.answers[route];
  server.answers[route] = refused('ERR_DATABASE_AWAY', 503);
  writeDraft(5, 'message', 'Sem rede');
  await vi.advanceTimersByTimeAsync(1000);
  server.answers[route] = answer;
  await syncDrafts();
  expect([text(), state.text]).toEqual(['', '']);
});

test('a clock that is ahead keeps no text of another device away', async () => {
  serve({ [route]: ({ body }: { body: unknown }) => ({ ...echo({ body }), at: ahead(-1000) }) });
  writeDraft(5, 'message', 'Daqui');
  await vi.advanceTimersByTimeAsync(1000);
  applyDraft(from(ahead(-500), 'De lá'));
  expect(text()).toBe('De lá');
});
