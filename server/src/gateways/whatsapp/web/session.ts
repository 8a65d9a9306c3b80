// One linked device while it is connected. Opened once, closed once; reconnecting is opening another.
// https://github.com/WhiskeySockets/Baileys, version 7.0.0-rc14
import makeWASocket, {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  decodeMessageNode,
  type GroupMetadata,
  getBinaryNodeChild,
  isJidBroadcast,
  isJidNewsletter,
  proto,
  type WAMessage,
  WAMessageStubType,
  type WAMessageUpdate,
  type WASocket,
} from 'baileys';
import type { Log } from '../../../platform/log.ts';
import { type Address, type Inbound, type LatestMessage, SendFailure } from '../port.ts';
import { addressesOf, jidOf } from './addresses.ts';
import { type DeviceRows, loadDeviceState, parse, text } from './auth-state.ts';
import { keyOf } from './content.ts';
import { type Closing, reasonOfClose, refusalOf } from './failures.ts';
import { libraryLog } from './library-log.ts';
import { historyFacts, messageFacts, receiptFacts } from './normalize.ts';
import { callFact, groupFacts, limitsFact, mappingFact, profileFacts } from './notices.ts';
import { createStanzaJournal, stanzasIn } from './stanza-journal.ts';

/** What a session tells. Facts are handed over in order, the next only when the last were taken; whoever takes them keeps them. */
export type SessionHooks = {
  /** A code to link by, until `expiresAt`. */
  code(code: { qrcode: string; pairingCode: string; expiresAt: Date }): void;
  /** The code was read; the phone decides. */
  pairing(): void;
  open(me: { number: string; lid: string | null }): void;
  /** What was missed while offline has been handed over. */
  caughtUp(): void;
  facts(facts: Inbound[]): Promise<void>;
  history(facts: Inbound[]): Promise<void>;
  typing(chat: Address[], on: boolean): void;
  closed(why: Closing): void;
};

export type SessionOptions = {
  url: string;
  rows: DeviceRows;
  /** Digits of the phone that links by a code typed on it; null: by QR code. */
  pairingNumber: string | null;
  /** History from then on is wanted; null: none. */
  historySince: Date | null;
  log: Log;
  now(): Date;
};

export type Session = {
  socket: WASocket;
  rows: DeviceRows;
  isOpen(): boolean;
  /** Resolves once WhatsApp has taken the message with this id; rejects with `SendFailure`. To be called before sending. */
  acknowledged(id: string): { done: Promise<void>; forget(): void };
  /** Of these hidden numbers those that the device has learnt meanwhile, as facts. */
  unhide(lids: readonly string[]): Promise<Inbound[]>;
  /** Asks the phone what was written before these messages; what is not older than `since` comes in as history. */
  recheck(since: Date, chats: readonly LatestMessage[]): Promise<void>;
  /** Ends the connection; the device stays linked. */
  close(): Promise<void>;
  /** Takes the device off the phone's list. */
  unlink(): Promise<void>;
};

/** The phone's contacts, kept for importing them. */
export const addressBookCategory = 'address-book';

/** So long may opening take until something is heard; the library does not notice a refused upgrade. */
const silenceMs = 40_000;
const ackMs = 30_000;
/** After so long without anything to hand over, what waited at WhatsApp has been handed over. */
const quietMs = 1_000;
/** What comes in waits so long for the name of its group. */
const subjectMs = 5_000;
/** So many messages of a chat the phone tells at most when asked. */
const askedAtOnce = 50;
/** How long a pairing code holds: the library offers six references, the first for 60 s, the others for 20 s. */
const pairingMs = 160_000;
/** How long events may be held back by the library. */
const releaseEveryMs = 50;
/** How long a settled stanza is kept, in case WhatsApp delivers it once more. */
const settledForMs = 60_000;

/** The account lets no other program be linked; there is nothing to try again. */
const protectedByPasskey: Closing = { reason: 'passkey_required', retry: 'never', unlinked: true };
/** What ended because we ended it goes on at once, here or in another process. */
const leftAlone: Closing = { reason: 'network', retry: 'now', unlinked: false };

export async function openSession(options: SessionOptions, hooks: SessionHooks): Promise<Session> {
  const { rows, log, now } = options;
  const broken = (error: unknown) => {
    log.warn({ err: error }, 'the keys of a linked device were not written');
    void socket?.end(ending(500, 'keys not written'));
  };
  const device = await loadDeviceState(rows, broken);
  const journal = createStanzaJournal();
  const linked = device.state.creds.me !== undefined && device.state.creds.account !== undefined;
  let open = false;
  let over = false;
  let heard = false;
  let codes = 0;
  let leaving = false;
  let barred = false;
  /** From when on somebody has asked for what is missing. */
  let asked: Date | null = null;

  const socket: WASocket = makeWASocket({
    auth: device.state,
    waWebSocketUrl: options.url,
    browser: Browsers.macOS('Chrome'),
    logger: libraryLog(log),
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: options.historySince !== null && now().getTime() - options.historySince.getTime() > 90 * 86_400_000,
    // Mappings of hidden numbers come with the history, so it is taken in any case; what is not wanted is left out later.
    shouldSyncHistoryMessage: () => true,
    shouldIgnoreJid: (jid) => isJidBroadcast(jid) || isJidNewsletter(jid),
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: journal.makeSignalRepository,
    getMessage: async ({ id }) => {
      const sent = id ? await rows.sent(id) : null;
      return sent === null ? undefined : proto.Message.decode(parse<Buffer>(sent));
    },
  });
  // Edits, revocations and reactions are messages, and told as such. What the library tells of them besides it merges into the messages it
  // still holds back, by an id that the sender of the change chose, so it would change what others wrote.
  const tell = socket.ev.emit;
  socket.ev.emit = (event, payload) => (isRetold(event, payload) ? false : tell(event, payload));
  const ws = socket.ws as unknown as import('node:events').EventEmitter;

  // What the library hands over, in order. Each step takes all that has come meanwhile.
  const waiting: { facts: () => Promise<Inbound[]>; messageIds: string[] }[] = [];
  const taken: { ids: string[]; at: number }[] = [];
  let working = false;
  let past: Promise<void> = Promise.resolve();
  const announced: string[] = [];
  const hand = (facts: () => Promise<Inbound[]>, messageIds: string[] = []) => {
    waiting.push({ facts, messageIds });
    if (!working) void work();
  };
  const work = async () => {
    working = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, 200);
        const facts: Inbound[] = [];
        for (const each of batch) facts.push(...(await each.facts()));
        if (facts.length > 0) await hooks.facts(facts);
        const ids = batch.flatMap((each) => each.messageIds).flatMap(journal.rowsOf);
        if (ids.length > 0) taken.push({ ids, at: now().getTime() });
        await dropSettled();
      }
    } catch (error) {
      // Nothing may be taken after what could not be; the next session begins with it.
      log.error({ err: error }, 'what a linked device brought could not be taken in');
      void socket.end(ending(500, 'facts not taken'));
    } finally {
      working = false;
    }
  };
  const dropSettled = async () => {
    const old = taken.filter(({ at }) => at < now().getTime() - settledForMs);
    if (old.length === 0) return;
    taken.splice(0, old.length);
    const ids = old.flatMap((each) => each.ids);
    if (ids.length > 0) await rows.settled(ids);
  };

  const me = () => ({ id: device.state.creds.me?.id ?? '', lid: device.state.creds.me?.lid ?? '' });
  const withNumber = async (message: WAMessage): Promise<WAMessage> => {
    const { key } = message;
    const numberOf = (lid: string) => socket.signalRepository.lidMapping.getPNForLID(lid);
    if (key.remoteJid?.endsWith('@lid') && !key.remoteJidAlt) key.remoteJidAlt = (await numberOf(key.remoteJid)) ?? undefined;
    if (key.participant?.endsWith('@lid') && !key.participantAlt) key.participantAlt = (await numberOf(key.participant)) ?? undefined;
    return message;
  };
  /** Messages do not say what their group is called, so it is asked once. */
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
  /** The library says that all has come while it still decrypts the last of it. */
  const caughtUp = () => {
    if (over) return;
    if (working) setTimeout(caughtUp, quietMs);
    else hooks.caughtUp();
  };
  const on = <E extends keyof BaileysEventMap>(event: E, listener: (payload: BaileysEventMap[E]) => void) => {
    socket.ev.on(event, (payload) => {
      if (over) return;
      try {
        listener(payload);
      } catch (error) {
        log.error({ err: error, event }, 'an event of a linked device could not be read');
      }
    });
  };

  ws.prependListener('CB:message', (node: BinaryNode) => {
    journal.see(node);
    // The library takes one after the other only what waited at the server; what comes meanwhile overtakes it. So everything has waited.
    node.attrs.offline ??= '0';
  });
  // Why a call ended, which its event does not say.
  const callEnds = new Map<string, string>();
  ws.prependListener('CB:call', ({ content }: BinaryNode) => {
    for (const { tag, attrs } of Array.isArray(content) ? content : []) {
      if (tag === 'terminate' && attrs['call-id'] && attrs.reason) callEnds.set(attrs['call-id'], attrs.reason);
    }
  });
  // Files to be seen once that are kept from linked devices: the library passes over them in silence.
  ws.on('CB:message', (node: BinaryNode) => {
    if (getBinaryNodeChild(node, 'unavailable')?.attrs.type !== 'view_once_unavailable_fanout') return;
    const { key, messageTimestamp, pushName } = decodeMessageNode(node, me().id, me().lid).fullMessage;
    const message = { key: { ...key, isViewOnce: true }, messageTimestamp, pushName } as WAMessage;
    hand(async () => messageFacts(await withNumber(message), { history: false, me: me(), now: now() }));
  });
  ws.on('CB:success', () => void replay().catch(broken));
  ws.on('frame', (node: BinaryNode | Uint8Array) => {
    heard = true;
    if (!linked && !(node instanceof Uint8Array) && mentionsPasskey(node)) {
      barred = true;
      void socket.end(ending(403, 'protected by a passkey'));
    }
  });
  // Before anything that waited at the server, for it came first.
  const replay = async () => {
    for (const node of await stanzasIn(await rows.waiting(), parse)) {
      ws.emit('CB:message', node);
    }
  };

  on('creds.update', () => void device.saveCredentials().catch(() => undefined));
  on('messages.upsert', ({ messages }) => {
    const ids: string[] = [];
    for (const { key, message } of messages) if (key.id) (message?.protocolMessage?.historySyncNotification ? announced : ids).push(key.id);
    hand(async () => {
      const facts: Inbound[] = [];
      for (const message of messages) {
        const found = messageFacts(await withNumber(message), { history: false, me: me(), now: now() });
        for (const fact of found) facts.push(fact.kind === 'message' ? { ...fact, name: fact.name ?? (await subjectOf(fact.chat)) } : fact);
      }
      return facts;
    }, ids);
  });
  on('messages.update', (updates) => hand(async () => updates.flatMap((update) => receiptFacts(update, { me: me(), now: now() }))));
  on('message-receipt.update', (updates) => hand(async () => updates.flatMap((update) => receiptFacts(update, { me: me(), now: now() }))));
  on('call', (calls) =>
    hand(async () =>
      calls.flatMap((call) => {
        const ended = call.status === 'terminate' ? (callEnds.get(call.id) ?? null) : null;
        if (call.status === 'terminate') callEnds.delete(call.id);
        return callFact(call, now(), ended);
      }),
    ),
  );
  on('lid-mapping.update', (mapping) => hand(async () => mappingFact(mapping, now())));
  on('contacts.upsert', (contacts) => {
    hand(async () => {
      const book = contacts.flatMap((contact) =>
        contact.name ? [{ category: addressBookCategory, id: contact.id, value: text(contact) }] : [],
      );
      if (book.length > 0) await rows.save(book);
      return profileFacts(contacts, now());
    });
  });
  on('contacts.update', (contacts) => hand(async () => profileFacts(contacts, now())));
  const namesOf = (groups: Partial<GroupMetadata>[]) => {
    for (const { id, subject } of groups) {
      const [group] = addressesOf(id);
      if (group && subject) subjects.set(group.value, Promise.resolve(subject));
    }
    hand(async () => groupFacts(groups, now()));
  };
  on('groups.upsert', namesOf);
  on('groups.update', namesOf);
  on('message-capping.update', (capping) => hand(async () => limitsFact({ capping }, now())));
  on('presence.update', ({ id, presences }) => {
    const chat = addressesOf(id);
    const writing = Object.values(presences).some(
      ({ lastKnownPresence }) => lastKnownPresence === 'composing' || lastKnownPresence === 'recording',
    );
    if (chat.length > 0) hooks.typing(chat, writing);
  });
  on('messaging-history.set', (history) => {
    // Without a wish for history its mappings are still worth having.
    const wanted = history.syncType === proto.HistorySync.HistorySyncType.ON_DEMAND ? asked : options.historySince;
    const facts = historyFacts(history, { since: wanted, me: me(), now: now() });
    past = past
      .then(() => hooks.history(facts))
      .then(
        () => {
          // What announced it is settled with it.
          taken.push({ ids: announced.splice(0).flatMap(journal.rowsOf), at: now().getTime() });
        },
        (error) => log.error({ err: error }, 'history could not be taken in'),
      );
  });
  on('connection.update', (update) => {
    const lock = update.reachoutTimeLock;
    if (lock) hand(async () => limitsFact({ timeLock: lock }, now()));
    if (update.qr) void offerCode(update.qr);
    if (update.isNewLogin) hooks.pairing();
    if (update.connection === 'open') {
      open = true;
      hooks.open({ number: me().id.replace(/[:@].*$/, ''), lid: me().lid || null });
    }
    if (update.receivedPendingNotifications) setTimeout(caughtUp, quietMs);
    if (update.connection === 'close') finish(update.lastDisconnect?.error);
  });

  const offerCode = async (qrcode: string) => {
    codes += 1;
    const expiresAt = (ms: number) => new Date(now().getTime() + ms);
    if (options.pairingNumber === null) return hooks.code({ qrcode, pairingCode: '', expiresAt: expiresAt(codes === 1 ? 60_000 : 20_000) });
    if (codes > 1) return;
    try {
      const pairingCode = await socket.requestPairingCode(options.pairingNumber);
      hooks.code({ qrcode: '', pairingCode, expiresAt: expiresAt(pairingMs) });
    } catch (error) {
      void socket.end(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const finish = (error: unknown) => {
    if (over) return;
    over = true;
    clearInterval(watchdog);
    clearInterval(release);
    for (const [, waiter] of acks) waiter(new SendFailure('retry', 'connection_down', 'the connection ended', 1_000));
    const { message, output } = (error ?? {}) as { message?: string; output?: { statusCode?: number } };
    const stage = { linked, pairing: codes === 0 ? null : options.pairingNumber === null ? 'qr' : 'code' } as const;
    const why = leaving ? leftAlone : barred ? protectedByPasskey : reasonOfClose(output?.statusCode, message, stage);
    open = false;
    // After what was handed over before.
    const settled = () => (working ? void setTimeout(settled, 20) : hooks.closed(why));
    void device
      .saveCredentials()
      .catch(() => undefined)
      .finally(settled);
  };
  const since = now().getTime();
  // The library holds events back, and forgets to let them go when a timer of its runs out at the wrong moment; after 30 s it remembers.
  const release = setInterval(() => socket.ev.flush(), releaseEveryMs);
  const watchdog = setInterval(() => {
    if (!heard && !open && now().getTime() - since > silenceMs) void socket.end(ending(408, 'silence'));
    void dropSettled().catch(broken);
  }, 5_000);

  const acks = new Map<string, (failure: SendFailure | null) => void>();
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (attrs.id) acks.get(attrs.id)?.(attrs.error ? refusalOf(attrs.error) : null);
  });

  return {
    socket,
    rows,
    isOpen: () => open && !over,
    acknowledged(id) {
      let timer: NodeJS.Timeout;
      const done = new Promise<void>((resolve, reject) => {
        const settle = (failure: SendFailure | null) => {
          clearTimeout(timer);
          acks.delete(id);
          if (failure) reject(failure);
          else resolve();
        };
        timer = setTimeout(() => settle(new SendFailure('retry', 'network', 'WhatsApp did not confirm', 5_000)), ackMs);
        acks.set(id, settle);
      });
      // Sending itself may fail first; then nobody waits for this.
      done.catch(() => undefined);
      const forget = () => {
        clearTimeout(timer);
        acks.delete(id);
      };
      return { done, forget };
    },
    async unhide(lids) {
      const known = await socket.signalRepository.lidMapping.getPNsForLIDs(lids.map((lid) => `${lid}@lid`));
      return (known ?? []).flatMap((mapping) => mappingFact(mapping, now()));
    },
    async recheck(since, chats) {
      asked = since;
      for (const { chat, message, at } of chats)
        await socket.fetchMessageHistory(askedAtOnce, keyOf(message, jidOf(chat)), new Date(at).getTime());
    },
    close() {
      leaving = true;
      return Promise.resolve(socket.end(undefined));
    },
    async unlink() {
      await socket.logout().catch(() => socket.end(undefined));
    },
  };
}

/** Null when there is no answer in time, or none at all. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}

function isRetold(event: keyof BaileysEventMap, payload: unknown): boolean {
  if (event === 'messages.reaction') return true;
  if (event !== 'messages.update') return false;
  return (payload as WAMessageUpdate[]).every(
    ({ update }) => update.messageStubType === WAMessageStubType.REVOKE || update.message?.editedMessage,
  );
}

function mentionsPasskey(node: BinaryNode): boolean {
  if (node.tag.startsWith('passkey') || Object.values(node.attrs).some((value) => value.startsWith('passkey'))) return true;
  return Array.isArray(node.content) && node.content.some(mentionsPasskey);
}

/** Why we end a session, as the library says it. */
function ending(statusCode: number, why: string): Error {
  return Object.assign(new Error(why), { output: { statusCode } });
}
