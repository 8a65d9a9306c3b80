import { type Kysely, sql, type Transaction } from 'kysely';
import { findCredentials } from '../../src/features/company/auth/store.ts';
import { findContact, searchContacts } from '../../src/features/desk/contacts/store/contacts.ts';
import { similarContacts } from '../../src/features/desk/contacts/store/merging.ts';
import { searchTickets } from '../../src/features/desk/tickets/store/search.ts';
import { mintCompanyId, type PlatformTx, type Scoped } from '../../src/platform/context.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import type { DB } from '../../src/tables.ts';
import { numbers } from '../bench.ts';
import { crowd, crowdEmail, crowdIds, startCrowd } from '../crowd.ts';
import type { BenchDatabase } from '../database.ts';
import { figureOf, type Tell } from '../figures.ts';
import { load, summary } from '../load.ts';
import { words } from '../seed.ts';

const lookUp = { p99: 5 };
const search = { p99: 80 };
const contacts = { from: null, until: null, timeZone: 'UTC' };

type Options = { database: BenchDatabase; fresh: boolean; tell: Tell; pace: number; log(line: string): void };

/**
 * What a search and a look-up cost where a thousand companies share the tables: each is one transaction in the database, by the stores'
 * statements and the server's role, without a server between.
 */
export async function measureCrowd({ database, fresh, tell, pace, log }: Options): Promise<void> {
  const pool = createPool(await startCrowd(database, { fresh, log }), {
    max: 2,
    onError: (error) => log(error.message),
  });
  const any = numbers(7);
  const anyone = { id: 0, profile: 'admin', queueIds: [], allTicket: true } as const;
  const company = (id: number) => mintCompanyId(id);
  const small = () => company(crowd.busy + 1 + any(crowd.companies - crowd.busy));
  const busy = () => company(1 + any(crowd.busy));
  const large = company(crowd.large);
  const measure = async (what: string, target: { p99: number }, step: () => Promise<unknown>) =>
    tell(figureOf(what, summary(await load({ workers: 1, seconds: 2 * pace, warmUp: 20, step })), target));
  const known = await inside(pool.db, large, async (ctx) => {
    const some = await Promise.all(Array.from({ length: 100 }, () => findContact(ctx, crowdIds(large) + 1 + any(crowd.contacts))));
    return some.flatMap((contact) => contact ?? []);
  });
  try {
    await measure(`the account of an e-mail, among ${crowd.users.toLocaleString('en')}`, lookUp, () =>
      above(pool.db, (ctx) => findCredentials(ctx, crowdEmail(1 + any(crowd.users)))),
    );
    await measure('contacts with the same last digits', lookUp, () =>
      inside(pool.db, large, (ctx) => similarContacts(ctx, known[any(known.length)] as (typeof known)[number], 10)),
    );
    for (const [what, letters] of [
      ['a few', 'qu'],
      ['many', 'an'],
    ] as const) {
      await measure(`contacts by two letters, ${what} begin so`, lookUp, () =>
        inside(pool.db, large, (ctx) => searchContacts(ctx, { ...contacts, search: letters }, 31, 0)),
      );
      await measure(`tickets by two letters, ${what} begin so`, lookUp, () =>
        inside(pool.db, large, (ctx) => searchTickets(ctx, anyone, letters)),
      );
    }
    for (const [whose, one] of [
      ['a small company', small],
      ['a busy company', busy],
    ] as const)
      for (const [what, word] of [
        ['a common word', words.common],
        ['two common words', 'bom dia'],
        ['no word of theirs', 'zzzzqqq'],
      ] as const)
        await measure(`tickets of ${whose} by ${what}`, search, () => inside(pool.db, one(), (ctx) => searchTickets(ctx, anyone, word)));
  } finally {
    await pool.close();
  }
}

function inside<T>(db: Kysely<DB>, companyId: Scoped['companyId'], work: (ctx: Scoped) => Promise<T>): Promise<T> {
  return entered(db, 'app.company_id', String(companyId), (tx) => work({ db: tx, companyId }));
}

function above<T>(db: Kysely<DB>, work: (ctx: PlatformTx) => Promise<T>): Promise<T> {
  return entered(db, 'app.platform', 'on', (tx) => work({ db: tx } as PlatformTx));
}

function entered<T>(db: Kysely<DB>, setting: string, value: string, work: (db: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config(${setting}, ${value}, true)`.execute(tx);
    return work(tx);
  });
}
