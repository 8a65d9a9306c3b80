// The only writer of what voice messages say.
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

/** Keeps the first, if two people asked at once. */
export async function insertTranscript({ db, companyId }: Scoped, messageId: number, body: string, at: Date): Promise<void> {
  await sql`insert into message_transcripts (company_id, message_id, body, created_at) values (${companyId}, ${messageId}, ${body}, ${at})
    on conflict do nothing`.execute(db);
}
