// What people at work ask, at a steady rate, beside something else.
import { setTimeout as delay } from 'node:timers/promises';
import { numbers } from './bench.ts';
import { asSuperuser } from './database.ts';
import type { Http } from './http.ts';
import type { Samples } from './load.ts';
import { cloudConnections, company, firstActiveTicket } from './seed.ts';

/** Requests come at these rates a second whether or not the one before has been answered. */
const busy = { reads: 40, sends: 20 };

export type Inboxed = Record<'reads' | 'sends', Samples>;

const random = numbers(17);

/** How long the requests of an inbox take while `work` runs. `desk`: tickets to read and to write in. */
export async function inboxBeside(
  { http, token, desk, rates = busy }: { http: Http; token: string; desk: readonly number[]; rates?: typeof busy },
  work: () => Promise<unknown>,
): Promise<Inboxed> {
  const ticket = () => desk[random(desk.length)];
  const reads = () => http.send('GET', random(2) ? '/tickets?status=open&showAll=true' : `/messages/${ticket()}`, { token });
  const sends = () =>
    http.send('POST', `/messages/${ticket()}`, {
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'Seu pedido sai hoje.', fromMe: true, read: 1 }),
    });
  const times: Record<keyof Inboxed, number[]> = { reads: [], sends: [] };
  const started = performance.now();
  let over = false;
  const beat = async (kind: keyof Inboxed, perSecond: number, ask: () => Promise<unknown>) => {
    const underWay: Promise<void>[] = [];
    for (let i = 1; !over; i++) {
      const from = performance.now();
      underWay.push(ask().then(() => void times[kind].push(performance.now() - from)));
      await delay(Math.max(0, started + (i * 1000) / perSecond - performance.now()));
    }
    await Promise.all(underWay);
  };
  const beats = Promise.all([beat('reads', rates.reads, reads), beat('sends', rates.sends, sends)]);
  await work();
  over = true;
  await beats;
  const seconds = (performance.now() - started) / 1000;
  return { reads: { times: times.reads, seconds }, sends: { times: times.sends, seconds } };
}

/** Open tickets of the seeded company's simulated phones. */
export function openOnPhones(superUrl: string): Promise<number[]> {
  return asSuperuser(superUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from tickets where company_id = $1 and connection_id > $2 and id >= $3 and status = 'open' order by id limit 200`,
      [company, cloudConnections, firstActiveTicket],
    );
    return rows.map(({ id }) => Number(id));
  });
}
