// The only writer of what voice messages say.
import { sql } from 'kysely';
import type { Scoped } from '../../../platform/context.ts';

/** Keeps the first, if two people asked at once; false if it was there. Also if the message was deleted meanwhile. */
export async function insertTranscript({ db, companyId }: Scoped, messageId: number, body: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into message_transcripts (company_id, message_id, body, created_at)
    select company_id, id, ${body}, ${at} from messages where company_id = ${companyId} and id = ${messageId}
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
