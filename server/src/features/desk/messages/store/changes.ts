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

/** Each person has one reaction per message; a later one replaces it. */
export async function saveReaction({ db, companyId }: Scoped, messageId: number, reaction: NewReaction): Promise<void> {
  const { fromMe, author, authorName, emoji, at } = reaction;
  if (emoji === '') {
    await db
      .deleteFrom('message_reactions')
      .where('company_id', '=', companyId)
      .where('message_id', '=', messageId)
      .where('from_me', '=', fromMe)
      .where('author', '=', author)
      .execute();
    return;
  }
  await sql`
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
