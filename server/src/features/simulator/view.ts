import type { Answer } from '@balcao/contract/endpoint';
import type { simulatorEndpoints } from '@balcao/contract/simulator';
import type { PhoneRow } from './store.ts';

type PhoneMessage = Answer<typeof simulatorEndpoints.showPhone>['messages'][number];

/** `link` makes an absolute address of a file's key. What was taken back shows nothing any more. */
export function phoneMessageView(row: PhoneRow, link: (key: string, name?: string) => string): PhoneMessage {
  const gone = row.is_deleted;
  return {
    id: row.external_id,
    fromCustomer: !row.from_me,
    type: row.media_type,
    body: gone ? '' : row.body,
    mediaUrl: row.media_key && !gone ? link(row.media_key, row.media_name ?? undefined) : null,
    mediaName: gone ? null : row.media_name,
    isDeleted: gone,
    ack: row.ack,
    at: row.sent_at.toISOString(),
  };
}
