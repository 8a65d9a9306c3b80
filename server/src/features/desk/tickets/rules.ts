// Rules of tickets that only the server needs. What a ticket may become is in the contract, for the browser predicts it too.

/** Hours after the customer's last word in which free text may be sent, by channel. Source: Meta's customer service window. */
export function windowHoursOf(channel: string): number | null {
  return channel === 'whatsapp_cloud' ? 24 : null;
}

/** The instant at which the window shuts; null where there is none. A customer who never wrote has no open window. */
export function windowClosesAt(channel: string, lastInboundAt: Date | null): Date | null {
  const hours = windowHoursOf(channel);
  if (hours === null) return null;
  return new Date((lastInboundAt?.getTime() ?? 0) + hours * 3_600_000);
}

/** Does a customer's message go on with a ticket closed at `closedAt`, or start a new one? `minutes` 0 means never. */
export function reopens(closedAt: Date | null, minutes: number, at: Date): boolean {
  return closedAt !== null && minutes > 0 && at.getTime() - closedAt.getTime() <= minutes * 60_000;
}

/** A number customers can quote: the day the ticket began, in the company's time zone, and its id. */
export function protocolOf(ticketId: number, createdAt: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(createdAt);
  return `${day.replaceAll('-', '')}-${ticketId}`;
}
