import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { webChannel } from './channel.ts';
import { channelAcrossProcesses, type OtherProcesses, type WebRequest } from './other-processes.ts';
import { createWebSessions } from './sessions.ts';

const account = { companyId: 1, connectionId: 7, cloud: null };
const outgoing = {
  clientKey: 'k',
  to: { kind: 'wa_pn', value: '5511988887777' },
  content: { type: 'text', body: 'oi' },
  quoted: null,
} as const;
let owner: string | null;
let looked: number;
let asked: { of: string; request: WebRequest; answer: (value: unknown) => void }[];

beforeEach(() => {
  vi.useFakeTimers();
  owner = 'first';
  looked = 0;
  asked = [];
});
afterEach(() => void vi.useRealTimers());

function channel() {
  const sessions = createWebSessions('ws://127.0.0.1:1');
  const others: OtherProcesses = {
    ownerOf: () => {
      looked++;
      return Promise.resolve(owner);
    },
    ask: (of, request) => new Promise((answer) => asked.push({ of, request, answer })),
  };
  return channelAcrossProcesses(webChannel(sessions), sessions, others);
}

test('what another process runs is asked of it', async () => {
  const sent = channel().send(account, outgoing);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toMatchObject([{ of: 'first', request: { method: 'send', args: [account, outgoing] } }]);
  asked[0]?.answer({ externalId: 'A' });
  await expect(sent).resolves.toEqual({ externalId: 'A' });
});

test.each(['second', null])('the answer of a process is not awaited once the session is run by %s', async (next) => {
  const sent = channel().send(account, outgoing);
  const failed = expect(sent).rejects.toMatchObject({ outcome: 'retry', reason: 'network', retryAfterMs: 1_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  owner = next;
  await vi.advanceTimersByTimeAsync(1_000);
  await failed;
  const before = looked;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looked).toBe(before);
});
