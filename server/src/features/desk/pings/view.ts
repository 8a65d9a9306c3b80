import type { PingView } from '@balcao/contract/pings';
import type { PingRow } from './store/pings.ts';

export function pingView(row: PingRow): PingView {
  return {
    id: row.id,
    kind: row.kind,
    ticketId: row.ticketId,
    ticket: {
      ...{ id: row.ticketId, uuid: row.ticketUuid, number: row.ticketNumber, status: row.ticketStatus },
      ...{ contactId: row.contactId, contactName: row.contactName },
    },
    by: row.byId === null ? null : { id: row.byId, name: row.byName ?? '' },
    text: row.text,
    at: row.at.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
  };
}
