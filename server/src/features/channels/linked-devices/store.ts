// The only writer of linked devices: leases, keys, and stanzas that are not settled yet.
import { sql } from 'kysely';
import type { PlatformTx, Scoped } from '../../../platform/context.ts';

export type Wanted = 'run' | 'stop' | 'unlink';

export type Lease = {
  company_id: number;
  connection_id: number;
  epoch: number;
  generation: number;
  wanted: Wanted;
  pairing_number: string | null;
};

/** Saves what is to be done with a device. The process that runs it starts it again. */
export async function saveCommand(
  { db, companyId }: Scoped,
  connectionId: number,
  command: { wanted: Wanted; pairingNumber: string | null },
): Promise<void> {
  await sql`
    insert into web_sessions (company_id, connection_id, wanted, pairing_number)
    values (${companyId}, ${connectionId}, ${command.wanted}, ${command.pairingNumber})
    on conflict (company_id, connection_id) do update set wanted = excluded.wanted, pairing_number = excluded.pairing_number,
      generation = web_sessions.generation + 1, failures = 0, next_try_at = now()`.execute(db);
}

/** Each process that runs devices holds the advisory lock of its name in this space while it lives. */
export const ownerLockSpace = 4_712;

/** Of all companies: claims up to `limit` due devices that no process runs, for `seconds`. */
export async function claimLeases({ db }: Pick<PlatformTx, 'db'>, owner: string, seconds: number, limit: number): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    with free as (
      select company_id, connection_id from web_sessions
      where wanted <> 'stop' and next_try_at <= now() and (owner is null or lease_until < now() or pg_try_advisory_xact_lock(${ownerLockSpace}, hashtext(owner::text)))
      order by next_try_at limit ${limit} for update skip locked
    )
    update web_sessions s set owner = ${owner}, epoch = s.epoch + 1, lease_until = now() + make_interval(secs => ${seconds})
    from free where s.company_id = free.company_id and s.connection_id = free.connection_id
    returning s.company_id, s.connection_id, s.epoch, s.generation, s.wanted, s.pairing_number`.execute(db);
  return rows;
}

/**
 * Of all companies: renews the owner's leases of the running devices; the others end, and anybody may claim them. For connected devices,
 * also records that nothing was missed until now.
 */
export async function renewLeases(
  { db }: Pick<PlatformTx, 'db'>,
  owner: string,
  seconds: number,
  running: readonly number[],
  connected: readonly number[],
): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    update web_sessions set lease_until = now() + make_interval(secs => ${seconds}),
      covered_until = case when connection_id = any(${connected}::bigint[]) then now() else covered_until end
    where owner = ${owner} and lease_until > now() and connection_id = any(${running}::bigint[])
    returning company_id, connection_id, epoch, generation, wanted, pairing_number`.execute(db);
  return rows;
}

export type Outlook = {
  /** Devices with an owner that may be gone: another process, or this one if it let go of them without a word. */
  others: boolean;
  /** In how many ms the next one may be tried that nobody runs; null if there is none. */
  nextMs: number | null;
  /** Is there anything, for anybody? */
  any: boolean;
};

/** Of all companies: what there will be to claim. */
export async function outlook({ db }: Pick<PlatformTx, 'db'>, owner: string, running: readonly number[]): Promise<Outlook> {
  const { rows } = await sql<Outlook>`
    select coalesce(bool_or(owner <> ${owner} or connection_id <> all(${running}::bigint[])) filter (where owner is not null), false) as others,
      (extract(epoch from min(next_try_at) filter (where owner is null) - now()) * 1000)::float8 as "nextMs", count(*) > 0 as any
    from web_sessions where wanted <> 'stop'`.execute(db);
  return rows[0] ?? { others: false, nextMs: null, any: false };
}

/** Of all companies: the owner's leases with their current commands. */
export async function ownedLeases({ db }: Pick<PlatformTx, 'db'>, owner: string): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    select company_id, connection_id, epoch, generation, wanted, pairing_number from web_sessions where owner = ${owner}`.execute(db);
  return rows;
}

/** Releases a device. `again` says when it may be tried next; null: never. */
export async function releaseLease(
  { db, companyId }: Scoped,
  connectionId: number,
  held: { epoch: number; generation: number },
  after: { again: { seconds: number; failures: number } | null },
): Promise<void> {
  // A command that came meanwhile stays valid.
  await sql`
    update web_sessions set owner = null, lease_until = null,
      wanted = case when ${after.again === null} and generation = ${held.generation} then 'stop' else wanted end,
      failures = case when generation = ${held.generation} then ${after.again?.failures ?? 0} else failures end,
      next_try_at = case when generation = ${held.generation} then now() + make_interval(secs => ${after.again?.seconds ?? 0}) else next_try_at end
    where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${held.epoch}`.execute(db);
}

export type Device = { epoch: number; generation: number; failures: number; covered_until: Date | null; linked: boolean };

export async function findDevice({ db, companyId }: Scoped, connectionId: number): Promise<Device | null> {
  const { rows } = await sql<Device>`
    select epoch, generation, failures, covered_until, credentials is not null as linked from web_sessions
    where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  return rows[0] ?? null;
}

/** The process that runs the device now; null if none does. */
export async function findOwner({ db, companyId }: Scoped, connectionId: number): Promise<string | null> {
  const { rows } = await sql<{ owner: string }>`
    select owner from web_sessions
    where company_id = ${companyId} and connection_id = ${connectionId} and owner is not null and lease_until > now()`.execute(db);
  return rows[0]?.owner ?? null;
}

/** Locks the device for its owner until the transaction ends. False if another process has taken it over. */
export async function holdLease({ db, companyId }: Scoped, connectionId: number, epoch: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from web_sessions
    where company_id = ${companyId} and connection_id = ${connectionId} and epoch = ${epoch} and owner is not null and lease_until > now()
    for share`.execute(db);
  return rows.length > 0;
}

export async function findCredentials({ db, companyId }: Scoped, connectionId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ credentials: Buffer | null }>`
    select credentials from web_sessions where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  return rows[0]?.credentials ?? null;
}

export async function saveCredentials({ db, companyId }: Scoped, connectionId: number, credentials: Buffer): Promise<void> {
  await sql`update web_sessions set credentials = ${credentials} where company_id = ${companyId} and connection_id = ${connectionId}`.execute(
    db,
  );
}

/** Deletes the registration, keys and unsettled stanzas of a device. The process that runs it can write nothing after this. */
export async function removeKeys({ db, companyId }: Scoped, connectionId: number): Promise<void> {
  await sql`delete from web_session_keys where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  await sql`delete from web_stanzas where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
  await sql`
    update web_sessions set credentials = null, covered_until = null, owner = null, lease_until = null, epoch = epoch + 1
    where company_id = ${companyId} and connection_id = ${connectionId}`.execute(db);
}

export type KeyRow = { id: string; value: Buffer };

export async function findKeys(
  { db, companyId }: Scoped,
  connectionId: number,
  category: string,
  ids: readonly string[],
): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, value from web_session_keys
    where company_id = ${companyId} and connection_id = ${connectionId} and category = ${category} and id = any(${ids}::text[])`.execute(
    db,
  );
  return rows;
}

/** All keys of a category, at most `limit`. */
export async function keysOfCategory({ db, companyId }: Scoped, connectionId: number, category: string, limit: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, value from web_session_keys
    where company_id = ${companyId} and connection_id = ${connectionId} and category = ${category} order by id limit ${limit}`.execute(db);
  return rows;
}

export async function saveKeys(
  { db, companyId }: Scoped,
  connectionId: number,
  keys: readonly { category: string; id: string; value: Buffer }[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into web_session_keys (company_id, connection_id, category, id, value)
    select ${companyId}, ${connectionId}, k.category, k.id, k.value
    from unnest(${keys.map((key) => key.category)}::text[], ${keys.map((key) => key.id)}::text[], ${keys.map((key) => key.value)}::bytea[])
      as k(category, id, value)
    on conflict (company_id, connection_id, category, id) do update set value = excluded.value`.execute(db);
}

export async function dropKeys(
  { db, companyId }: Scoped,
  connectionId: number,
  keys: readonly { category: string; id: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from web_session_keys k
    using unnest(${keys.map((key) => key.category)}::text[], ${keys.map((key) => key.id)}::text[]) as gone(category, id)
    where k.company_id = ${companyId} and k.connection_id = ${connectionId} and k.category = gone.category and k.id = gone.id`.execute(db);
}

export type Direction = 'in' | 'out';

export async function saveStanza(
  { db, companyId }: Scoped,
  connectionId: number,
  stanza: { direction: Direction; id: string; content: Buffer },
): Promise<void> {
  await sql`
    insert into web_stanzas (company_id, connection_id, direction, id, content)
    values (${companyId}, ${connectionId}, ${stanza.direction}, ${stanza.id}, ${stanza.content})
    on conflict (company_id, connection_id, direction, id) do update set content = excluded.content`.execute(db);
}

export async function findStanza(
  { db, companyId }: Scoped,
  connectionId: number,
  direction: Direction,
  id: string,
): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from web_stanzas
    where company_id = ${companyId} and connection_id = ${connectionId} and direction = ${direction} and id = ${id}`.execute(db);
  return rows[0]?.content ?? null;
}

/**
 * Takes the inbound stanzas that are not settled for passing them on again, oldest first. Leaves out those that were taken `max` times
 * before and are older than `seconds`. `stuck` is how many were taken `max` times now.
 */
export async function takeWaitingStanzas(
  { db, companyId }: Scoped,
  connectionId: number,
  { max, seconds }: { max: number; seconds: number },
): Promise<{ contents: Buffer[]; stuck: number }> {
  const { rows } = await sql<{ content: Buffer; replays: number }>`
    with taken as (
      update web_stanzas set replays = replays + 1
      where company_id = ${companyId} and connection_id = ${connectionId} and direction = 'in' and id in (
        select id from web_stanzas
        where company_id = ${companyId} and connection_id = ${connectionId} and direction = 'in'
          and (replays < ${max} or created_at > now() - make_interval(secs => ${seconds}))
        order by position limit 10000)
      returning content, replays, position
    )
    select content, replays from taken order by position`.execute(db);
  return { contents: rows.map((row) => row.content), stuck: rows.filter(({ replays }) => replays === max).length };
}

export async function dropStanzas({ db, companyId }: Scoped, connectionId: number, ids: readonly string[]): Promise<void> {
  await sql`
    delete from web_stanzas
    where company_id = ${companyId} and connection_id = ${connectionId} and direction = 'in' and id = any(${ids}::text[])`.execute(db);
}

/** Of all companies: deletes old stanzas that nobody needs: outbound ones that no device asks for any more, and inbound ones that were taken `replays` times. */
export async function pruneStanzas(
  { db }: Pick<PlatformTx, 'db'>,
  { before, replays, limit }: { before: Date; replays: number; limit: number },
): Promise<void> {
  await sql`
    delete from web_stanzas where (company_id, connection_id, direction, id) in (
      select company_id, connection_id, direction, id from web_stanzas
      where created_at < ${before} and (direction = 'out' or replays >= ${replays}) limit ${limit})`.execute(db);
}
