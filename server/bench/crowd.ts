// A thousand companies on one installation, whose messages lie between each other's as time brought them: a database beside the other one.
import { createHash } from 'node:crypto';
import { migrate } from '../src/platform/db/migrate.ts';
import { asSuperuser, type BenchDatabase, takeIndexesAway } from './database.ts';
import { nameOf, sentences } from './seed.ts';

export const crowd = {
  companies: 1_000,
  users: 50_000,
  /** Of the company `large`; all others have twenty. */
  contacts: 50_000,
  messages: 2_000_000,
  large: 1,
  /** Companies 1 to 10 write a quarter of all messages. */
  busy: 10,
};

export const crowdEmail = (userId: number) => `pessoa${userId}@crowd.local`;
/** Ids of a company's contacts and tickets begin here. */
export const crowdIds = (companyId: number) => companyId * 100_000;

const hash = (of: string) => `(hashint8(${of}) & 2147483647)`;
const rows = `
  insert into plans (id, name) overriding system value values (1, 'Sem limites');
  insert into companies (id, name, plan_id, due_date) overriding system value
    select g, 'Loja ' || g, 1, '2099-12-31' from generate_series(1, ${crowd.companies}) g;
  insert into connections (company_id, id, name, channel, status, is_default, webhook_key) overriding system value
    select g, g, 'Número', 'simulator', 'CONNECTED', true, 'crowd-' || g from generate_series(1, ${crowd.companies}) g;
  insert into users (company_id, id, name, email, password_hash) overriding system value
    select 1 + g % ${crowd.companies}, g, 'Pessoa ' || g, 'pessoa' || g || '@crowd.local', '' from generate_series(1, ${crowd.users}) g;
  insert into contacts (company_id, id, name, number) overriding system value
    select c, c * 100000 + g, ${nameOf('(c + g)')}, '5511' || 950000000 + (c * 100000 + g)::bigint * 37
    from generate_series(1, ${crowd.companies}) c, lateral generate_series(1, case c when ${crowd.large} then ${crowd.contacts} else 20 end) g;
  insert into tickets (company_id, id, number, status, contact_id, connection_id) overriding system value
    select c, c * 100000 + g, g, 'closed', c * 100000 + 1 + g % 20, c from generate_series(1, ${crowd.companies}) c, generate_series(1, 50) g;
  ${sentences}
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, external_id, body, media_type, state, sent_at, created_at, updated_at) overriding system value
    select c, g, c * 100000 + 1 + k, c * 100000 + 1 + (1 + k) % 20, c, false, 'wamid.' || g, s.body, 'conversation', 'received', at, at, at
    from (
      select g, ${hash('g * 31')} % 50 as k, now() - interval '180 days' + g * interval '180 days' / ${crowd.messages} as at,
        1 + case when g % 4 = 0 then ${hash('g')} % ${crowd.busy} else ${hash('g')} % ${crowd.companies} end as c
      from generate_series(1, ${crowd.messages}::bigint) g
    ) m join sentences s on s.id = ${hash('g * 17')} % 40000;
  drop table sentences;`;

/** The crowd's database, seeded unless it contains this version of it. Ends with the other one. */
export async function startCrowd(database: BenchDatabase, options: { fresh: boolean; log(line: string): void }): Promise<string> {
  const [url, superUrl] = [database.url, database.superUrl].map((of) => of.replace(/\/balcao$/, '/crowd')) as [string, string];
  const stamp = createHash('sha256').update(rows).digest('hex');
  if (!options.fresh && (await storedStamp(superUrl)) === stamp && (await migrated(url))) return url;
  options.log(`Seeding a thousand companies with ${crowd.messages.toLocaleString('en')} messages…`);
  await asSuperuser(database.superUrl, async (client) => {
    await client.query('drop database if exists crowd with (force)');
    await client.query('create database crowd template template0 owner balcao');
  });
  await asSuperuser(superUrl, (client) => client.query('grant usage, create on schema public to balcao_search'));
  await migrate(url);
  await asSuperuser(superUrl, async (client) => {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '768MB'; set synchronous_commit = off`);
    const indexes = await takeIndexesAway(client);
    await client.query(rows);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    await client.query('create table bench_seed (stamp text not null)');
    await client.query('insert into bench_seed values ($1)', [stamp]);
  });
  return url;
}

function storedStamp(superUrl: string): Promise<string | null> {
  return asSuperuser(superUrl, async (client) => {
    const { rows } = await client.query<{ stamp: string }>('select stamp from bench_seed');
    return rows[0]?.stamp ?? null;
  }).catch(() => null);
}

const migrated = (url: string) =>
  migrate(url).then(
    () => true,
    () => false,
  );
