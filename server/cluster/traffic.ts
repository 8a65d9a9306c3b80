// People at work while processes come and go: customers whose provider delivers again what was not taken, and agents whose browser sends
// again under the same key, and asks again for what it may have missed whenever its socket stands.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { CallFailed, type Client } from '../test/client.ts';
import type { FakeGraph } from '../test/fake-graph/server.ts';

export type Traffic = {
  /** What customers wrote and agents sent so far. */
  written: string[];
  answered: string[];
  /** Deliveries and requests that had to be made again, and pages of a conversation that could not be had. */
  repeats: number;
  failedReads: string[];
  /** Ends it, once everything begun has been taken. */
  end(): Promise<void>;
};

const pauseMs = 250;
const patienceMs = 30_000;

/** Each customer writes and is answered, one text after the other. */
export function startTraffic(
  graph: FakeGraph,
  phoneNumberId: string,
  chats: { phone: string; ticketId: number; agent: Client }[],
  name: string,
): Traffic {
  let running = true;
  const traffic: Traffic = {
    written: [],
    answered: [],
    repeats: 0,
    failedReads: [],
    async end() {
      running = false;
      await Promise.all(work);
    },
  };
  const insist = async (attempt: () => Promise<unknown>) => {
    const until = Date.now() + patienceMs;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > until || (error instanceof CallFailed && error.status < 500)) throw error;
        traffic.repeats++;
        await setTimeout(100);
      }
    }
  };
  const work = chats.flatMap(({ phone, ticketId, agent }) => [
    (async () => {
      const customer = graph.customer({ phone, name: `Cliente ${phone}` }, phoneNumberId);
      for (let n = 1; running; n++) {
        const text = `${name} de ${phone} número ${n}`;
        const body = customer.body('text', { body: text });
        traffic.written.push(text);
        await insist(() => graph.deliver(body));
        await setTimeout(pauseMs);
      }
    })(),
    (async () => {
      for (let n = 1; running; n++) {
        const text = `${name} para ${phone} número ${n}`;
        const headers = { 'idempotency-key': randomUUID() };
        traffic.answered.push(text);
        await insist(() => agent.call('POST /messages/:ticketId', { params: { ticketId }, body: { body: text }, headers }));
        await agent
          .call('GET /messages/:ticketId', { params: { ticketId }, query: { peek: true } })
          .catch((error: Error) => traffic.failedReads.push([error, error.cause].filter(Boolean).join(', since ')));
        await setTimeout(pauseMs);
      }
    })(),
  ]);
  return traffic;
}

export type Page = {
  /** The texts it shows. */
  texts(): Set<string>;
  /** How often its socket stood. */
  lines(): number;
  close(): void;
};

/** An agent's browser with these conversations open. Nobody reloads it. */
export function openPage(url: string, agent: Client, tickets: number[]): Page {
  const shown = new Map<string, string>();
  let lines = 0;
  const socket = io(url, {
    transports: ['websocket'],
    query: { token: agent.token },
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
  });
  const askAgain = async (ticketId: number) => {
    for (let pageNumber = 1, more = true; more; pageNumber++) {
      const query = { peek: true, pageNumber };
      const page = await again(() => agent.call('GET /messages/:ticketId', { params: { ticketId }, query }));
      more = page.hasMore && page.messages.some(({ id }) => !shown.has(id));
      for (const { id, body } of page.messages) shown.set(id, body);
    }
  };
  socket.on('ready', () => {
    lines++;
    for (const ticketId of tickets) void askAgain(ticketId).catch(() => undefined);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on(`company-${agent.user.companyId}-appMessage`, ({ message }: { message: { id: string; body: string } }) =>
    shown.set(message.id, message.body),
  );
  return { texts: () => new Set(shown.values()), lines: () => lines, close: () => void socket.close() };
}

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= 20) throw error;
      await setTimeout(200);
    }
  }
}
