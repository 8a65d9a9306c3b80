// Authors, mentions, and who may change a message. Pure.
type MessageRef = { externalId: string; fromMe: boolean; author: Participant | null };

type Participant = { kind: 'phone' | 'wa_pn' | 'wa_lid' | 'wa_bsuid' | 'username' | 'group'; value: string };

/** The mentions in a group's text: `@5511…`, or `@` with the digits of an id that is not a phone number. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<![\p{L}\d])@(\d{5,20})(?!\d)/gu)].map(([, token = '']) => token))].slice(0, 50);
}

/** Replaces the mentioned numbers with names. */
export function withNames(text: string, mentions: readonly { token: string; name: string }[] | null): string {
  let named = text;
  for (const { token, name } of mentions ?? []) named = named.replaceAll(`@${token}`, () => `@${name}`);
  return named;
}

/** The reference by which a channel knows a message; null before it has an external id. */
export function messageRef(message: {
  external_id: string | null;
  sent_as?: string | null;
  from_me: boolean;
  participant: string | null;
}): MessageRef | null {
  const externalId = message.sent_as ?? message.external_id;
  if (externalId === null) return null;
  return { externalId, fromMe: message.from_me, author: participantAddress(message.participant) };
}

/** The author of a group's message as stored: `kind:value`, the best known address. */
export function participantText(addresses: readonly Participant[]): string | null {
  const [best] = addresses;
  return best ? `${best.kind}:${best.value}` : null;
}

/**
 * May this sender edit or delete the message? Only its author may. In groups our own phone may also delete messages of others, because
 * WhatsApp lets admins do that. We do not know the other admins, so messages that they delete stay.
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

/** The phone number of a group message's author; null if only an id is known. */
export function participantNumber(text: string | null): string | null {
  const address = participantAddress(text);
  return address?.kind === 'wa_pn' || address?.kind === 'phone' ? address.value : null;
}

function participantAddress(text: string | null): Participant | null {
  const [, kind = '', value = ''] = /^(wa_pn|wa_lid|phone|wa_bsuid|username):(.+)$/.exec(text ?? '') ?? [];
  return value ? { kind: kind as Participant['kind'], value } : null;
}
