// Who wrote and who is mentioned in a group.
import type { Address } from '../../../../../gateways/whatsapp/port.ts';
import type { Tx } from '../../../../../platform/context.ts';
import { mentionsIn, participantText } from '../../rules/people.ts';
import { namesBehind } from '../../store/names.ts';

export type Participant = { addresses: Address[]; name: string | null } | null | undefined;
type GroupMessage = { participant: Participant; body: string };

export type PeopleFields = { participant: string | null; participant_name: string | null; mentions: string | null };

/** The columns of message rows about the people in them. `chat` is the group. */
export async function peopleOf(
  ctx: Tx,
  chat: { contactId: number; connectionId: number },
  all: readonly GroupMessage[],
): Promise<PeopleFields[]> {
  const wanted = all.flatMap(({ participant, body }) => [...valuesOf(participant), ...mentionsIn(body)]);
  const names = await namesBehind(ctx, chat, [...new Set(wanted)]);
  // A name that comes with the messages themselves wins.
  for (const { participant } of all) {
    if (participant?.name) for (const { value } of participant.addresses) names.set(value, participant.name);
  }
  return all.map(({ participant, body }) => {
    const mentions = mentionsIn(body).flatMap((token) => {
      const name = names.get(token);
      return name ? [{ token, name }] : [];
    });
    return {
      participant: participantText(participant?.addresses ?? []),
      participant_name:
        participant?.name ??
        valuesOf(participant)
          .map((value) => names.get(value))
          .find(Boolean) ??
        null,
      mentions: mentions.length > 0 ? JSON.stringify(mentions) : null,
    };
  });
}

function valuesOf(participant: Participant): string[] {
  return participant?.addresses.map(({ value }) => value) ?? [];
}
