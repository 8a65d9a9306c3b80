// When the bot speaks, and its state when a message comes in. Pure.
import { type BotHours, type BotOption, type BotState, botStart, type Heard, hearsNothing, isAsking } from '@balcao/contract/chatbot-rules';
import type { Placed, TicketStatus } from '@balcao/contract/ticket-rules';

/** `ids` with `id` at `place` (1 is the first); at the end if `place` is null. */
export function arranged(ids: readonly number[], id: number, place: number | null): number[] {
  const others = ids.filter((each) => each !== id);
  const index = place === null ? others.length : Math.min(Math.max(place, 1), others.length + 1) - 1;
  return [...others.slice(0, index), id, ...others.slice(index)];
}

type FlatOption = { id: number; parent_id: number | null; title: string; message: string; media_key: string | null };

/** The option tree of one queue; `options` must be in order. */
export function treeOf(options: readonly FlatOption[], parentId: number | null = null): BotOption[] {
  return options
    .filter((option) => option.parent_id === parentId)
    .map(({ id, title, message, media_key }) => ({ id, title, message, hasMedia: media_key !== null, options: treeOf(options, id) }));
}

/** The ids of an option and of all options below it. */
export function branchOf(options: readonly { id: number; parent_id: number | null }[], id: number): number[] {
  return [id, ...options.filter((option) => option.parent_id === id).flatMap((option) => branchOf(options, option.id))];
}

/** Messages older than this, in ms, get no answer from the bot: the customer has left the menu, so an agent must look at them. */
const tooLateMs = 3_600_000;

type Waiting = {
  status: TicketStatus;
  userId: number | null;
  isGroup: boolean;
  finishedAt: Date | null;
  session: { heardId: number } | null;
  isDeleted: boolean;
  sentAt: Date;
};

/**
 * May the bot or an assistant answer a message? Only while the ticket waits, no agent has it, it is not a group's, the message was written
 * within the hour, and the bot has processed nothing newer.
 */
export function isUnattended(turn: Waiting, messageId: number, now: Date): boolean {
  if (turn.status !== 'pending' || turn.userId !== null || turn.isGroup || turn.finishedAt !== null) return false;
  if (turn.session !== null && turn.session.heardId >= messageId) return false;
  return !turn.isDeleted && now.getTime() - turn.sentAt.getTime() <= tooLateMs;
}

/** Is it the bot's turn to answer a message? Only as `isUnattended` says, and while no person has written in this service cycle. */
export function isBotsTurn(turn: Waiting & { firstResponseAt: Date | null }, messageId: number, now: Date): boolean {
  return turn.firstResponseAt === null && isUnattended(turn, messageId, now);
}

/** A question older than this, in ms, is not answered by whoever is given the conversation: nobody waits for that any more. */
const forgottenMs = 86_400_000;

/** May an assistant that is given the conversation answer this message? Whoever gave it has seen it, so it may be older than for the bot. */
export function isGivenTurn(turn: Omit<Waiting, 'session'>, now: Date): boolean {
  if (turn.status !== 'pending' || turn.userId !== null || turn.isGroup || turn.finishedAt !== null) return false;
  return !turn.isDeleted && now.getTime() - turn.sentAt.getTime() <= forgottenMs;
}

/** Was an active ticket put where an assistant may answer: into another queue, or an assistant of its own was let begin? */
export function isGiven({
  before,
  ticket: { status, userId, queueId, isGroup },
  assistantBegan,
}: {
  before: Placed | null;
  ticket: Placed & { isGroup: boolean };
  assistantBegan: boolean;
}): boolean {
  if (before === null || before.status === 'closed' || status !== 'pending' || userId !== null || isGroup) return false;
  return assistantBegan || before.queueId !== queueId;
}

/** The customer's last message that neither a person nor an assistant has answered; null if there is none. Newest first. */
export function unansweredOf(messages: readonly { id: number; fromMe: boolean; automatic: string | null }[]): number | null {
  const answer = messages.findIndex(({ fromMe, automatic }) => fromMe && (automatic === null || automatic === 'assistant'));
  const since = answer === -1 ? messages : messages.slice(0, answer);
  return since.find(({ fromMe }) => !fromMe)?.id ?? null;
}

/**
 * Does the customer ask not to be written to, or to be written to again? That is answered elsewhere, and the bot stays silent. Who is not out
 * cannot come back: then the word is one like all others.
 */
export function isAboutConsent(asked: 'out' | 'in' | null, { changedConsent }: { changedConsent: boolean }): boolean {
  return asked === 'out' || changedConsent;
}

/** Does the bot certainly have nothing to say? True if nothing is set up, or if it has led the customer to a person and need not say that it is closed. */
export function hasNothingToSay(
  turn: { queueId: number | null; connection: { greeting_message: string; queues: readonly unknown[] }; hours: BotHours },
  state: BotState,
  heard: Heard,
  now: Date,
): boolean {
  const isSilent = turn.connection.greeting_message.trim() === '' && turn.hours.outOfHoursMessage.trim() === '';
  if (turn.queueId === null && isSilent && turn.connection.queues.length === 0) return true;
  return hearsNothing(turn.hours, state, heard, now);
}

type Known = { attendanceId: number; state: BotState };

/**
 * The bot's state for a ticket now. A new service cycle starts over. If someone else has moved the ticket into a queue or taken it from the
 * bot, the bot leaves it alone. If its queue was deleted, it starts over.
 */
export function currentBotState(known: Known | null, ticket: { queueId: number | null; chatbot: boolean; attendanceId: number }): BotState {
  const { queueId } = ticket;
  if (known?.attendanceId !== ticket.attendanceId) return queueId === null ? botStart : { ...botStart, at: 'off', queueId };
  const { state } = known;
  if (state.queueId !== queueId) return { ...state, at: queueId === null ? 'start' : 'off', queueId, path: [] };
  return isAsking(state) && !ticket.chatbot ? { ...state, at: 'off', path: [] } : state;
}

/** Did an agent accept a waiting ticket? Being assigned one by somebody else is not accepting. */
export function isAccepted(before: Placed, after: Placed, byUserId: number): boolean {
  return before.status === 'pending' && after.status === 'open' && after.userId === byUserId;
}

/** Sent to the customer when an agent accepts. */
export function acceptedText(agent: string): string {
  return `*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *${agent}* e agora vou prosseguir com seu atendimento!`;
}

/** Sent to the customer when the ticket goes to another department or agent; null if it is no transfer. */
export function transferText(
  before: Placed,
  after: Placed & { queue: { name: string } | null; user: { name: string } | null },
): string | null {
  const toQueue =
    before.queueId !== null && after.queueId !== null && before.queueId !== after.queueId ? (after.queue?.name ?? null) : null;
  const toUser = before.userId !== null && after.userId !== null && before.userId !== after.userId ? (after.user?.name ?? null) : null;
  const said = (what: string) => `*Mensagem automática*:\n${what}\naguarde, já vamos te atender!`;
  if (after.status === 'closed' || before.status === 'closed') return null;
  if (toQueue !== null && toUser !== null)
    return said(`Você foi transferido para o departamento *${toQueue}* e contará com a presença de *${toUser}*`);
  if (toQueue !== null && (after.userId === null || after.userId === before.userId))
    return said(`Você foi transferido para o departamento *${toQueue}*`);
  return toUser !== null && after.queueId === before.queueId ? said(`Foi transferido para o atendente *${toUser}*`) : null;
}
