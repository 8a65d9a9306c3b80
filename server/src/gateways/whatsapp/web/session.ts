// One connected session of a linked device. Opened once, closed once; to reconnect, open another.
// https://github.com/WhiskeySockets/Baileys, version 7.0.0-rc14
import type { EventEmitter } from 'node:events';
import makeWASocket, {
  type BaileysEventMap,
  type BinaryNode,
  Browsers,
  isJidBroadcast,
  isJidNewsletter,
  proto,
  type WASocket,
} from 'baileys';
import type { Log } from '../../../platform/log.ts';
import type { Address, Inbound, LatestMessage, Writing } from '../port.ts';
import { type Acknowledgements, listenForAcknowledgements } from './acknowledgements.ts';
import { jidOf } from './addresses.ts';
import { keyOf } from './content.ts';
import { type Closing, reasonOfClose } from './failures.ts';
import { createFactQueue } from './in/fact-queue.ts';
import { listen } from './in/listen.ts';
import { mappingFact } from './in/notices.ts';
import { type DeviceRows, loadDeviceState, parse } from './keys/auth-state.ts';
import { createStanzaJournal, stanzasIn } from './keys/stanza-journal.ts';
import { libraryLog } from './library-log.ts';
import { codeTimes, type WebPatience } from './patience.ts';

/** Callbacks of a session. Facts are passed on in order, the next only after the previous ones were stored. */
export type SessionHooks = {
  /** A code to link with, until `expiresAt`. */
  code(code: { qrcode: string; pairingCode: string; expiresAt: Date }): void;
  /** The code was scanned; the phone decides. */
  pairing(): void;
  open(me: { number: string; lid: string | null }): void;
  /** Everything missed while offline has been passed on. */
  caughtUp(): void;
  facts(facts: Inbound[]): Promise<void>;
  history(facts: Inbound[]): Promise<void>;
  typing(chat: Address[], writing: Writing): void;
  closed(why: Closing): void;
};

export type SessionOptions = {
  url: string;
  patience: WebPatience;
  rows: DeviceRows;
  /** The phone's number, to link by a code typed on it; null: by QR code. */
  pairingNumber: string | null;
  /** The start of the wanted history; null: none. */
  historySince: Date | null;
  log: Log;
  now(): Date;
};

export type Session = {
  socket: WASocket;
  rows: DeviceRows;
  isOpen(): boolean;
  acknowledged: Acknowledgements['expect'];
  /** The numbers that the device has since learnt for these hidden ids, as facts. */
  unhide(lids: readonly string[]): Promise<Inbound[]>;
  /** Asks the phone for messages before these; those since `since` come in as history. */
  recheck(since: Date, chats: readonly LatestMessage[]): Promise<void>;
  /** Closes the connection; the device stays linked. */
  close(): Promise<void>;
  /** Unlinks the device from the phone. */
  unlink(): Promise<void>;
};

/** When nothing has been waiting to be passed on for this long, WhatsApp's backlog is done. */
const quietMs = 1_000;
/** The most messages per chat that the phone returns when recheckSince. */
const askedAtOnce = 50;
/** How often events held back by the library are released. */
const releaseEveryMs = 50;

/** The account lets no other program be linked; a retry would not help. */
const protectedByPasskey: Closing = { reason: 'passkey_required', retry: 'never', unlinked: true };
/** We closed it ourselves: reconnect immediately, here or in another process. */
const closedByUs: Closing = { reason: 'network', retry: 'now', unlinked: false };

export async function openSession(options: SessionOptions, hooks: SessionHooks): Promise<Session> {
  const { rows, log, now, patience } = options;
  const broken = (error: unknown) => {
    log.warn({ err: error }, 'the keys of a linked device were not written');
    void socket?.end(closeError(500, 'keys not written'));
  };
  const device = await loadDeviceState(rows, broken);
  const journal = createStanzaJournal();
  const unreadable = (error: unknown) => log.error({ err: error }, 'a stanza of an earlier session cannot be read');
  const unsettled = await stanzasIn(await rows.waiting(), parse, unreadable);
  const linked = device.state.creds.me !== undefined && device.state.creds.account !== undefined;
  let open = false;
  let over = false;
  let heard = false;
  let codes = 0;
  let leaving = false;
  let passkeyRequired = false;
  /** The start of history that a user has recheckSince for. */
  let recheckSince: Date | null = null;

  const socket: WASocket = makeWASocket({
    auth: device.state,
    waWebSocketUrl: options.url,
    browser: Browsers.macOS('Chrome'),
    ...(patience.codeMs === null ? {} : { qrTimeout: patience.codeMs }),
    logger: libraryLog(log),
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: options.historySince !== null && now().getTime() - options.historySince.getTime() > 90 * 86_400_000,
    // Mappings of hidden numbers come with history, so it is always accepted; unwanted messages are unsettled out later.
    shouldSyncHistoryMessage: () => true,
    shouldIgnoreJid: (jid) => isJidBroadcast(jid) || isJidNewsletter(jid),
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: journal.makeSignalRepository,
    getMessage: async ({ id }) => {
      const sent = id ? await rows.sent(id) : null;
      return sent === null ? undefined : proto.Message.decode(parse<Buffer>(sent));
    },
  });
  // The library's type hides that its socket emits more events than its own.
  const ws = socket.ws as unknown as EventEmitter;

  const factQueue = createFactQueue({
    rows,
    rowsOf: journal.rowsOf,
    now,
    take: hooks.facts,
    failed(error) {
      // Stop at the first failure, to keep the order. The next session begins with these facts.
      log.error({ err: error }, 'what a linked device brought could not be taken in');
      void socket.end(closeError(500, 'facts not taken'));
    },
  });
  const acknowledgements = listenForAcknowledgements(ws, patience.confirmMs);
  const me = () => ({ id: device.state.creds.me?.id ?? '', lid: device.state.creds.me?.lid ?? '' });
  /** The library reports the end of the backlog while it still decrypts the last of it, and sometimes before it reports the connection. */
  const caughtUp = () => {
    if (over) return;
    if (factQueue.isBusy() || !open) setTimeout(caughtUp, quietMs);
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
    // The library keeps the order only for stanzas that waited at the server; live ones overtake them. So mark all as having waited.
    node.attrs.offline ??= '0';
  });
  // Stanzas unsettled by the last session come first: they are older than everything that waits at the server.
  ws.on('CB:success', () => {
    for (const node of unsettled) {
      try {
        ws.emit('CB:message', node);
      } catch (error) {
        unreadable(error);
      }
    }
  });
  ws.on('frame', (node: BinaryNode | Uint8Array) => {
    heard = true;
    if (!linked && !(node instanceof Uint8Array) && mentionsPasskey(node)) {
      passkeyRequired = true;
      void socket.end(closeError(403, 'protected by a passkey'));
    }
  });

  on('creds.update', () => void device.saveCredentials().catch(() => undefined));
  listen({
    socket,
    ws,
    rows,
    factQueue,
    now,
    me,
    on,
    historySince: (onDemand) => (onDemand ? recheckSince : options.historySince),
    history: hooks.history,
    typing: hooks.typing,
    log,
    failed: (error) => log.error({ err: error }, 'history could not be taken in'),
  });
  on('connection.update', (update) => {
    if (update.qr) void offerCode(update.qr);
    if (update.isNewLogin) hooks.pairing();
    if (update.connection === 'open') {
      open = true;
      hooks.open({ number: me().id.replace(/[:@].*$/, ''), lid: me().lid || null });
    }
    if (update.receivedPendingNotifications) setTimeout(caughtUp, quietMs);
    if (update.connection === 'close') finish(update.lastDisconnect?.error);
  });

  const { firstCodeMs, nextCodeMs } = codeTimes(patience);
  const offerCode = async (qrcode: string) => {
    codes += 1;
    const expiresAt = (ms: number) => new Date(now().getTime() + ms);
    if (options.pairingNumber === null)
      return hooks.code({ qrcode, pairingCode: '', expiresAt: expiresAt(codes === 1 ? firstCodeMs : nextCodeMs) });
    if (codes > 1) return;
    try {
      const pairingCode = await socket.requestPairingCode(options.pairingNumber);
      // A pairing code holds as long as all QR codes together.
      hooks.code({ qrcode: '', pairingCode, expiresAt: expiresAt(firstCodeMs + 5 * nextCodeMs) });
    } catch (error) {
      void socket.end(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const finish = (error: unknown) => {
    if (over) return;
    over = true;
    clearInterval(watchdog);
    clearInterval(release);
    acknowledgements.end();
    const { message, output } = (error ?? {}) as { message?: string; output?: { statusCode?: number } };
    const stage = { linked, pairing: codes === 0 ? null : options.pairingNumber === null ? 'qr' : 'code' } as const;
    const why = leaving ? closedByUs : passkeyRequired ? protectedByPasskey : reasonOfClose(output?.statusCode, message, stage);
    open = false;
    // Only after everything received before was passed on.
    void device
      .saveCredentials()
      .catch(() => undefined)
      .then(() => factQueue.idle())
      .then(() => hooks.closed(why));
  };
  const since = now().getTime();
  // The library holds events back, and sometimes misses its own timer to release them until 30 s later.
  const release = setInterval(() => socket.ev.flush(), releaseEveryMs);
  const watchdog = setInterval(() => {
    if (!heard && !open && now().getTime() - since > patience.silenceMs) void socket.end(closeError(408, 'silence'));
    void factQueue.forgetSettled().catch(broken);
  }, 5_000);

  return {
    socket,
    rows,
    isOpen: () => open && !over,
    acknowledged: acknowledgements.expect,
    async unhide(lids) {
      const known = await socket.signalRepository.lidMapping.getPNsForLIDs(lids.map((lid) => `${lid}@lid`));
      return (known ?? []).flatMap((mapping) => mappingFact(mapping, now()));
    },
    async recheck(since, chats) {
      recheckSince = since;
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

function mentionsPasskey(node: BinaryNode): boolean {
  if (node.tag.startsWith('passkey') || Object.values(node.attrs).some((value) => value.startsWith('passkey'))) return true;
  return Array.isArray(node.content) && node.content.some(mentionsPasskey);
}

/** An error in the library's form, with our reason to close the session. */
function closeError(statusCode: number, why: string): Error {
  return Object.assign(new Error(why), { output: { statusCode } });
}
