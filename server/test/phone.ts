// A customer with the built-in telephone, and what is on its screen.
import { sql } from 'kysely';
import { platformTransaction } from '../src/platform/db/transaction.ts';
import { type Client, until } from './client.ts';
import type { World } from './world.ts';

let numbers = 0;

/** Somebody nobody knows yet, who writes to a simulator connection of the admin's company. */
export function givenCustomer(admin: Client, whatsappId: number, name: string) {
  const from = `55119${80_000_000 + ++numbers}`;
  const params = { whatsappId };
  const screen = async () => (await admin.call('GET /simulator/:whatsappId/messages', { params, query: { from } })).messages;
  const heard = async () => (await screen()).filter((message) => !message.fromCustomer).map((message) => message.body);
  return {
    number: from,
    says: (body: string, more: { type?: 'reaction' | 'edit'; target?: string } = {}) =>
      admin.call('POST /simulator/:whatsappId/messages', { params, body: { from, name, body, ...more } }),
    /** Sends a voice note. */
    async speaks(bytes: Uint8Array) {
      const body = new FormData();
      for (const [field, value] of Object.entries({ from, name, type: 'voice' })) body.set(field, value);
      body.set('media', new Blob([new Uint8Array(bytes)], { type: 'audio/ogg' }), 'voz.ogg');
      await admin.call('POST /simulator/:whatsappId/messages', { params, body });
    },
    screen,
    /** The texts on the screen that came from us. */
    heard,
    /** Waits until there are so many, then all of them. */
    hears: (count: number) => until(async () => ((await heard()).length >= count ? heard() : null)),
    /** His latest ticket. */
    async ticket() {
      const { tickets } = await admin.call('GET /tickets', { query: { searchParam: from, showAll: true } });
      const [latest] = tickets.sort((a, b) => b.id - a.id);
      if (!latest) throw new Error(`no ticket of ${from}`);
      return latest;
    },
  };
}

/** The time in which a person may take back a move is over: what it tells the customer is due. */
export async function undoTimePasses(world: World): Promise<void> {
  await platformTransaction(world.app.base, ({ db }) =>
    sql`update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('ratings.goodbye', 'chatbot.sayTransferred', 'chatbot.answerGiven')`.execute(db),
  );
}

/** Waits until no job is left that could run now. */
export function jobsDone(world: World, withinMs?: number): Promise<boolean> {
  const areDone = () =>
    platformTransaction(world.app.base, async ({ db }) => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`.execute(db);
      return rows[0]?.waiting === 0;
    });
  return until(areDone, withinMs);
}
