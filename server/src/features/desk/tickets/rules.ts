// Rules of tickets that only the server needs. What a ticket becomes, and who may write in it, is in the contract.

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

/** How the number begins that customers can quote: with the day the ticket began, in the company's time zone. Its id follows. */
export function protocolDay(at: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  return day.replaceAll('-', '');
}
