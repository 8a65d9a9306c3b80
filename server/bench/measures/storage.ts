import { keepJournalDays } from '../../src/features/desk/messages/actions/in/journal-days.ts';
import type { Bench } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { quietApp } from '../quiet-app.ts';
import { company } from '../seed.ts';

const million = 1_000_000;
/** Facts per statement: each keeps a lock until its transaction ends. */
const atOnce = 500;
const dayMs = 86_400_000;

/** What a message takes on the disk, and what a day of a million inbound facts does to the journal, until that day is dropped. */
export async function measureStorage({ database, tell }: Pick<Bench, 'database' | 'tell'>): Promise<void> {
  const app = await quietApp(database.url, 2);
  await keepJournalDays(app.base);
  const bytes = (what: string, amount: number) => tell({ what: `bytes per ${what}`, value: { amount, unit: 'B' }, target: {} });
  await asSuperuser(database.superUrl, async (client) => {
    const one = async (text: string, values: unknown[] = []) => Number((await client.query(text, values)).rows[0].n);
    const messages = await one('select count(*) as n from messages');
    bytes('message, heap', (await one(`select pg_table_size('messages') as n`)) / messages);
    bytes('message, indexes', (await one(`select pg_indexes_size('messages') as n`)) / messages);
    const { rows } = await client.query<{ name: string; size: string }>(
      `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as size from pg_index where indrelid = 'messages'::regclass order by 2 desc`,
    );
    for (const { name, size } of rows) bytes(`message, ${name}`, Number(size) / messages);

    const keysAt = `(select coalesce(sum(%(inhrelid)), 0) from pg_inherits where inhparent = 'inbound_keys'::regclass)`;
    const size = (by: string) => one(`select ${keysAt.replace('%', by)} as n`);
    const before = [await size('pg_table_size'), await size('pg_indexes_size')] as const;
    const from = performance.now();
    for (let n = 0; n < million; n += atOnce) {
      await client.query(
        `select note_inbound($1, 1, 'bench ' || $2::text || n, (now() at time zone 'UTC')::date) from generate_series($3::int, $4::int) n`,
        [company, process.pid, n + 1, n + atOnce],
      );
    }
    const seconds = (performance.now() - from) / 1000;
    tell({ what: 'journal, a day of 1,000,000 facts: noting one', rate: million / seconds, target: {} });
    bytes('inbound fact, journal heap', ((await size('pg_table_size')) - before[0]) / million);
    bytes('inbound fact, journal index', ((await size('pg_indexes_size')) - before[1]) / million);
    const later = (days: number) => ({ ...app.base, now: () => new Date(Date.now() + days * dayMs) });
    const last = app.base.journal.days + 1;
    for (let days = 1; days <= last; days += 1) {
      await keepJournalDays(later(days));
      await client.query(`select note_inbound($1, 1, $2, (now() at time zone 'UTC')::date + $3::int)`, [
        company,
        `later ${process.pid} ${days}`,
        days,
      ]);
    }
    const dropping = performance.now();
    await keepJournalDays(later(last));
    tell({
      what: 'journal, dropping that day',
      value: { amount: (performance.now() - dropping) / 1000, unit: 's' },
      target: { atMost: 3 },
    });
    const left = ((await size('pg_table_size')) + (await size('pg_indexes_size'))) / 2 ** 20;
    tell({ what: 'journal, what is left of it then', value: { amount: left, unit: 'MB' }, target: { atMost: 1 } });
    await keepJournalDays(app.base);
  });
  await app.close();
}
