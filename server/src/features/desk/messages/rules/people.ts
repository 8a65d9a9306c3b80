// Who wrote, who is spoken to, and who may change what. Pure.
type MessageRef = { externalId: string; fromMe: boolean; author: Participant | null };

type Participant = { kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group'; value: string };

/** The numbers a text of a group speaks to: `@5511…`, or the digits of an id that is no number. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<![\p{L}\d])@(\d{5,20})(?!\d)/gu)].map(([, token = '']) => token))].slice(0, 50);
}

/** A text with the names of those it speaks to in place of their numbers. */
export function withNames(text: string, mentions: readonly { token: string; name: string }[] | null): string {
  let named = text;
  for (const { token, name } of mentions ?? []) named = named.replaceAll(`@${token}`, () => `@${name}`);
  return named;
}

/** A stored message as its channel knows it; null while that has given it no id. */
export function messageRef(message: { external_id: string | null; from_me: boolean; participant: string | null }): MessageRef | null {
  if (message.external_id === null) return null;
  return { externalId: message.external_id, fromMe: message.from_me, author: participantAddress(message.participant) };
}

/** How the author of a group's message is stored: `kind:value`, the best known address first. */
export function participantText(addresses: readonly Participant[]): string | null {
  const [best] = addresses;
  return best ? `${best.kind}:${best.value}` : null;
}

/**
 * May this be done to a message by who did it? Only who wrote it edits it or takes it back; in groups our own phone also takes back what
 * others wrote, which WhatsApp lets admins do. Other admins are not known here, so what they take back stays.
 */
export function mayChange(
  what: 'edit' | 'revoke',
  target: { from_me: boolean; participant: string | null },
  by: { fromMe: boolean; participant: readonly Participant[] | null; inGroup: boolean },
): boolean {
  if (by.fromMe) return target.from_me || (what === 'revoke' && by.inGroup);
  if (target.from_me) return false;
  return !by.inGroup || (by.participant ?? []).some((address) => participantText([address]) === target.participant);
}

/** The number of who wrote in a group; null where only an id is known, which is no number. */
export function participantNumber(text: string | null): string | null {
  const address = participantAddress(text);
  return address?.kind === 'wa_pn' || address?.kind === 'phone' ? address.value : null;
}

function participantAddress(text: string | null): Participant | null {
  const [, kind = '', value = ''] = /^(wa_pn|wa_lid|phone|wa_bsuid|username):(.+)$/.exec(text ?? '') ?? [];
  return value ? { kind: kind as Participant['kind'], value } : null;
}
