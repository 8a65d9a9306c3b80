// Turns the library's events into facts. https://github.com/WhiskeySockets/Baileys, version 7.0.0-rc14
import type { EventEmitter } from 'node:events';
import {
  type BaileysEventMap,
  type BinaryNode,
  decodeMessageNode,
  type GroupMetadata,
  getBinaryNodeChild,
  proto,
  type WAMessage,
  WAMessageStubType,
  type WAMessageUpdate,
  type WASocket,
} from 'baileys';
import type { Log } from '../../../../platform/log.ts';
import type { Address, Inbound, Writing } from '../../port.ts';
import { storableId } from '../../storable.ts';
import { addressesOf, jidOf } from '../addresses.ts';
import { type DeviceRows, text } from '../keys/auth-state.ts';
import type { Me } from './changes.ts';
import type { FactQueue } from './fact-queue.ts';
import { historyFacts, messageFacts, receiptFacts } from './normalize.ts';
import { callFact, groupFacts, limitsFact, mappingFact, profileFacts } from './notices.ts';

/** The phone's contacts, kept for an import. */
export const addressBookCategory = 'address-book';

/** How long a group's message may wait for the group's name. */
const subjectMs = 5_000;

export type Listening = {
  socket: WASocket;
  ws: EventEmitter;
  rows: Pick<DeviceRows, 'save'>;
  factQueue: FactQueue;
  now(): Date;
  me(): Me;
  /** The start of the wanted history; null: none. `onDemand`: history that we asked for. */
  historySince(onDemand: boolean): Date | null;
  history(facts: Inbound[]): Promise<void>;
  typing(chat: Address[], writing: Writing): void;
  /** Calls `listener` with each event while the session lasts. */
  on<E extends keyof BaileysEventMap>(event: E, listener: (payload: BaileysEventMap[E]) => void): void;
  failed(error: unknown): void;
  log: Log;
};

/** Passes on everything the device receives from now on. */
export function listen({ socket, ws, rows, factQueue, now, me, on, log, ...session }: Listening): void {
  /** A message that our reading of it fails on is given up, because it would fail at every login, before all others. */
  const readable = (facts: () => Inbound[]): Inbound[] => {
    try {
      return facts();
    } catch (error) {
      log.error({ err: error }, 'something that a linked device received cannot be read');
      return [];
    }
  };
  const queueFacts = (facts: () => Inbound[]) => factQueue.add(() => Promise.resolve(readable(facts)));
  // Edits, deletions and reactions are messages and are handled as such. The library also emits them as updates, which it merges into
  // messages that it still holds back, by an id chosen by the sender of the change. So a sender could change messages of others.
  const tell = socket.ev.emit;
  socket.ev.emit = (event, payload) => (isReportedTwice(event, payload) ? false : tell(event, payload));

  const withNumber = async (message: WAMessage): Promise<WAMessage> => {
    const { key } = message;
    const numberOf = (lid: string) => socket.signalRepository.lidMapping.getPNForLID(lid);
    if (key.remoteJid?.endsWith('@lid') && !key.remoteJidAlt) key.remoteJidAlt = (await numberOf(key.remoteJid)) ?? undefined;
    if (key.participant?.endsWith('@lid') && !key.participantAlt) key.participantAlt = (await numberOf(key.participant)) ?? undefined;
    return message;
  };
  /** Messages do not contain their group's name, so it is asked for once per group. */
  const subjects = new Map<string, Promise<string | null>>();
  const subjectOf = ([group]: Address[]): Promise<string | null> => {
    if (group?.kind !== 'group') return Promise.resolve(null);
    const known = subjects.get(group.value);
    if (known) return known;
    const query = socket.groupMetadata(jidOf(group)).then(({ subject }) => subject);
    const subject = within(subjectMs, query);
    subjects.set(group.value, subject);
    void subject.then((found) => found === null && subjects.delete(group.value));
    return subject;
  };
  const factsOf = async (message: WAMessage): Promise<Inbound[]> => {
    const facts: Inbound[] = [];
    const complete = await withNumber(message);
    for (const fact of readable(() => messageFacts(complete, { history: false, me: me(), now: now() })))
      facts.push(fact.kind === 'message' ? { ...fact, name: fact.name ?? (await subjectOf(fact.chat)) } : fact);
    return facts;
  };

  // The reason for a call's end, which its event does not contain.
  const callEnds = new Map<string, string>();
  ws.prependListener('CB:call', ({ content }: BinaryNode) => {
    for (const { tag, attrs } of Array.isArray(content) ? content : []) {
      if (tag === 'terminate' && attrs['call-id'] && attrs.reason) callEnds.set(attrs['call-id'], attrs.reason);
    }
  });
  // View-once files are not sent to linked devices, and the library ignores them silently.
  ws.on('CB:message', (node: BinaryNode) => {
    if (getBinaryNodeChild(node, 'unavailable')?.attrs.type !== 'view_once_unavailable_fanout') return;
    const { id, lid } = me();
    const { key, messageTimestamp, pushName } = decodeMessageNode(node, id, lid ?? '').fullMessage;
    factQueue.add(() => factsOf({ key: { ...key, isViewOnce: true }, messageTimestamp, pushName } as WAMessage));
  });

  /** Ids of messages that announce history; they are settled together with it. */
  const announced: string[] = [];
  on('messages.upsert', ({ messages }) => {
    const ids: string[] = [];
    for (const { key, message } of messages) if (key.id) (message?.protocolMessage?.historySyncNotification ? announced : ids).push(key.id);
    factQueue.add(async () => (await Promise.all(messages.map(factsOf))).flat(), ids);
  });
  let past: Promise<void> = Promise.resolve();
  on('messaging-history.set', (history) => {
    // The mappings are useful even if no history is wanted.
    const since = session.historySince(history.syncType === proto.HistorySync.HistorySyncType.ON_DEMAND);
    const facts = readable(() => historyFacts(history, { since, me: me(), now: now() }));
    past = past.then(() => session.history(facts)).then(() => factQueue.taken(announced.splice(0)), session.failed);
  });

  const receipts = (updates: Parameters<typeof receiptFacts>[0][]) =>
    queueFacts(() => updates.flatMap((update) => receiptFacts(update, { me: me(), now: now() })));
  on('messages.update', receipts);
  on('message-receipt.update', receipts);
  on('call', (calls) =>
    queueFacts(() =>
      calls.flatMap((call) => {
        const ended = call.status === 'terminate' ? (callEnds.get(call.id) ?? null) : null;
        if (call.status === 'terminate') callEnds.delete(call.id);
        return callFact(call, now(), ended);
      }),
    ),
  );
  on('lid-mapping.update', (mapping) => queueFacts(() => mappingFact(mapping, now())));
  on('contacts.upsert', (contacts) => {
    const book = contacts.flatMap((contact) =>
      contact.name ? [{ category: addressBookCategory, id: storableId(contact.id), value: text(contact) }] : [],
    );
    factQueue.add(async () => {
      if (book.length > 0) await rows.save(book);
      return readable(() => profileFacts(contacts, now()));
    });
  });
  on('contacts.update', (contacts) => queueFacts(() => profileFacts(contacts, now())));
  const named = (groups: Partial<GroupMetadata>[]) => {
    for (const { id, subject } of groups) {
      const [group] = addressesOf(id);
      if (group && subject) subjects.set(group.value, Promise.resolve(subject));
    }
    queueFacts(() => groupFacts(groups, now()));
  };
  on('groups.upsert', named);
  on('groups.update', named);
  on('message-capping.update', (capping) => queueFacts(() => limitsFact({ capping }, now())));
  on('connection.update', ({ reachoutTimeLock: timeLock }) => {
    if (timeLock) queueFacts(() => limitsFact({ timeLock }, now()));
  });
  on('presence.update', ({ id, presences }) => {
    const chat = addressesOf(id);
    const states = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence);
    const writing = states.includes('recording') ? 'recording' : states.includes('composing') ? 'typing' : null;
    if (chat.length > 0) session.typing(chat, writing);
  });
}

/** The result, or null on failure or timeout. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}

function isReportedTwice(event: keyof BaileysEventMap, payload: unknown): boolean {
  if (event === 'messages.reaction') return true;
  if (event !== 'messages.update') return false;
  return (payload as WAMessageUpdate[]).every(
    ({ update }) => update.messageStubType === WAMessageStubType.REVOKE || update.message?.editedMessage,
  );
}
