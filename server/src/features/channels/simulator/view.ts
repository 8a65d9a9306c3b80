import type { Answer } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';
import type { PhoneRow } from './store.ts';

type PhoneMessage = Answer<typeof simulatorEndpoints.showPhone>['messages'][number];

/**
 * `own`: the customer's number, to tell their messages in a group from those of others. `link` makes an absolute URL of a file's key.
 * Deleted messages show nothing.
 */
export function phoneMessageView(row: PhoneRow, own: string, link: (key: string, name?: string) => string): PhoneMessage {
  const gone = row.is_deleted;
  return {
    id: row.external_id,
    fromCustomer: !row.from_me && (row.participant === null || row.participant === `wa_pn:${own}`),
    type: row.media_type,
    name: row.from_me ? null : row.participant_name,
    body: gone ? '' : row.body,
    mediaUrl: row.media_key && !gone ? link(row.media_key, row.media_name ?? undefined) : null,
    mediaName: gone ? null : row.media_name,
    isDeleted: gone,
    ack: row.ack,
    at: row.sent_at.toISOString(),
  };
}
