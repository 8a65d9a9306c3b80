// Changes to an existing message: reactions and former texts.
import { sql } from 'kysely';
import type { Scoped } from '../../../../platform/context.ts';

export type NewReaction = {
  fromMe: boolean;
  /** In groups, who reacted, as `kind:value`; empty elsewhere. */
  author: string;
  authorName: string | null;
  /** Empty removes the reaction. */
  emoji: string;
  at: Date;
};

/** Each person has one reaction per message; a later one replaces it. The message counts as changed at `now`. The caller has locked it. */
export async function saveReaction({ db, companyId }: Scoped, messageId: number, reaction: NewReaction, now: Date): Promise<void> {
  const { fromMe, author, authorName, emoji, at } = reaction;
  const touched = sql`with touched as (update messages set updated_at = ${now} where company_id = ${companyId} and id = ${messageId})`;
  if (emoji === '') {
    await sql`${touched}
      delete from message_reactions
      where company_id = ${companyId} and message_id = ${messageId} and from_me = ${fromMe} and author = ${author}`.execute(db);
    return;
  }
  await sql`${touched}
    insert into message_reactions (company_id, message_id, from_me, author, author_name, emoji, at)
    values (${companyId}, ${messageId}, ${fromMe}, ${author}, ${authorName}, ${emoji}, ${at})
    on conflict (company_id, message_id, from_me, author) do update set
      emoji = excluded.emoji, at = excluded.at, author_name = coalesce(excluded.author_name, message_reactions.author_name)
    where message_reactions.at <= excluded.at`.execute(db);
}

/** Keeps a former text. Texts replaced at the same instant keep their order. */
export async function insertEdit({ db, companyId }: Scoped, messageId: number, before: string, at: Date): Promise<void> {
  await sql`
    insert into message_edits (company_id, message_id, body, at)
    select ${companyId}, ${messageId}, ${before}, greatest(${at}::timestamptz, max(e.at) + interval '1 millisecond')
    from message_edits e where e.company_id = ${companyId} and e.message_id = ${messageId}`.execute(db);
}
