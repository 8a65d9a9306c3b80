// Rules of tickets that only the server needs. What a ticket becomes, and who may write in it, is in the contract.

/** Hours after the customer's last word in which free text may be sent, by channel. Source: Meta's customer service window. */
export function windowHoursOf(channel: string): number | null {
  return channel === 'whatsapp_cloud' ? 24 : null;
}

/** When the window shuts; null on channels without one. For a customer who never wrote it is shut. */
export function windowClosesAt(channel: string, lastInboundAt: Date | null): Date | null {
  const hours = windowHoursOf(channel);
  if (hours === null) return null;
  return new Date((lastInboundAt?.getTime() ?? 0) + hours * 3_600_000);
}

/** The first part of a protocol: the day the ticket began, in the company's time zone. The ticket's id follows. */
export function protocolDay(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  return day.replaceAll('-', '');
}
