// A WhatsApp Web server on the loopback interface: the unmodified library talks to it as to the real one, with all its encryption.
import { EventEmitter } from 'node:events';
import type { ChatModification, MediaType } from 'baileys';
import { tellChanged } from './app-state-sync.ts';
import { endCall, offerCall } from './calls.ts';
import { selfSigned } from './certificates.ts';
import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { onStanza } from './from-client.ts';
import { type AddressingMode, changeMembers, Group, renameGroup } from './groups.ts';
import { conversation } from './history.ts';
import { onLogin } from './login.ts';
import { MediaHost } from './media-host.ts';
import { nextEvent } from './next-event.ts';
import { ServerIdentity } from './noise.ts';
import { sendFromPhone } from './own-phone.ts';
import { enterPairingCode, type LinkCode, offerQr, scan } from './pairing.ts';
import { lidOf, Phone, type Timelock } from './phone.ts';
import { sendPresence, sendTyping, type Typing } from './presence.ts';
import { askAgain, type Receipted, type ReceiptType, sendReceipt } from './receipts.ts';
import { type Capping, tellCapping, tellTimelock } from './restrictions.ts';
import { Servers } from './servers.ts';
import { silenceLibsignal } from './silence.ts';
import { type Attributes, stanza } from './stanza.ts';
import { type Content, deliver, messageOf, notify, type SendOptions, sendTo } from './to-client.ts';
import type { Coordinates } from './trust.ts';
import type { Events, Options, Sent, Switches, World } from './world.ts';

/** How long to wait for what should come at once, on a busy machine. */
const patienceMs = 15_000;

const unswitched = (): Switches => ({ nacks: [], failIq: new Map(), swallow: false, mute: false, unavailable: false });

/** A linked device; where it may be left out, the one linked last. */
type Account = Companion | undefined;

export class FakeWhatsApp extends EventEmitter<Events> implements World {
  readonly identity = new ServerIdentity();
  readonly media = new MediaHost();
  readonly connections = new Set<Connection>();
  readonly phones = new Map<string, Phone>();
  readonly aliases = new Map<string, Phone>();
  readonly companions: Companion[] = [];
  readonly groups = new Map<string, Group>();
  readonly linkCodes = new Map<string, LinkCode>();
  readonly switches = unswitched();
  readonly messages: Sent[] = [];
  readonly undecrypted: World['undecrypted'] = [];
  readonly unhandled: string[] = [];
  /** What went wrong inside; empty at the end of every good test. */
  readonly faults: unknown[] = [];
  private readonly tls = selfSigned();
  private readonly servers: Servers;
  private lastDevice = 10;
  private unsilence = () => {};
  private readonly given: Options;

  constructor(readonly options: Options = {}) {
    super();
    this.given = { ...options };
    this.setMaxListeners(0);
    this.servers = new Servers(this, this.tls, {
      onPayload: (connection, payload) => {
        if (payload.devicePairingData) offerQr(connection, payload.devicePairingData, this.options.qrCodes);
        else onLogin(this, connection, payload);
      },
      onStanza: (connection, node) => onStanza(this, connection, node),
    });
  }

  async start(): Promise<this> {
    this.unsilence = silenceLibsignal();
    await this.servers.start();
    this.media.host = this.servers.mediaHost;
    return this;
  }

  /** Options and switches as they were at the start, whatever the last test left. */
  restore(): void {
    for (const name of Object.keys(this.options)) if (!Object.hasOwn(this.given, name)) Reflect.deleteProperty(this.options, name);
    Object.assign(this.options, this.given);
    Object.assign(this.switches, unswitched());
  }

  async stop(): Promise<void> {
    await this.servers.stop();
    for (const phone of new Set(this.phones.values())) phone.signal.close?.();
    this.unsilence();
  }

  get coordinates(): Coordinates {
    return { url: this.servers.url, rootKey: Buffer.from(this.identity.root.public).toString('hex'), ca: this.tls.cert };
  }

  fault(error: unknown): void {
    this.faults.push(error);
    this.emit('fault', error);
  }

  nextDevice(): number {
    this.lastDevice += 1;
    return this.lastDevice;
  }

  /** The device linked last. Throws when there is none. */
  get account(): Companion {
    const account = this.companions.findLast(({ linked }) => linked);
    if (!account) throw new Error('no device is linked');
    return account;
  }

  get online(): Companion[] {
    return this.companions.filter(({ online }) => online);
  }

  // People

  /** Somebody with WhatsApp; the same number again is the same person with a new phone (all keys change). */
  contact(user: string, name: string, lidUser = lidOf(user)): Phone {
    const phone = new Phone(user, lidUser, name);
    this.phones.set(user, phone);
    this.phones.set(lidUser, phone);
    return phone;
  }

  /** Another spelling of a number that WhatsApp takes for the same, such as one without the ninth digit. */
  alias(number: string, phone: Phone): void {
    this.aliases.set(number, phone);
  }

  group(subject: string, owner: Phone, members: Phone[], mode: AddressingMode = 'lid'): Group {
    const group = new Group(subject, owner, members, mode);
    this.groups.set(group.id, group);
    return group;
  }

  renameGroup(group: Group, by: Phone, subject: string): void {
    renameGroup(this.companions, group, by, subject);
  }

  changeMembers(group: Group, by: Phone, change: 'add' | 'remove', who: Phone[]): void {
    changeMembers(this.companions, group, by, change, who);
  }

  /** Sets a profile picture, or takes it away, and tells the account. */
  picture(phone: Phone, image: Uint8Array | null, account: Account = this.companions.at(-1)): void {
    const version = Number(/v=(\d+)/.exec(phone.picture ?? '')?.[1] ?? 0) + 1;
    phone.picture = image ? `/pp/${phone.user}.jpg?v=${version}` : null;
    if (image) this.media.putPlain(`/pp/${phone.user}.jpg`, image);
    if (account) notify(account, 'picture', phone.jid, [stanza(image ? 'set' : 'delete', { jid: phone.jid, id: String(version) })]);
  }

  // Linking

  /** Scans a QR code with the phone; resolves once the client has proved itself and is told to log in again. */
  scan(qr: string, phone: Phone): Promise<Companion> {
    return scan(this, qr, phone);
  }

  /** Types a pairing code into the phone; resolves as `scan` does. */
  pairingCode(code: string, phone: Phone): Promise<Companion> {
    return enterPairingCode(this, code, phone);
  }

  /** Removed from the linked devices on the phone: 401 now and at every login. */
  unlink(account = this.account): void {
    account.linked = false;
    account.connection?.streamError(401, 'device_removed');
  }

  // Messages

  /** A contact writes; answers the message's id. */
  send(from: Phone, content: Content, { account = this.account, ...options }: SendOptions & { account?: Companion } = {}): Promise<string> {
    return sendTo(account, from, content, options);
  }

  /** Somebody writes to a contact on the account's own phone. */
  fromPhone(to: Phone, content: Content, options: { lid?: boolean; account?: Companion } = {}): Promise<string> {
    return sendFromPhone(options.account ?? this.account, to, messageOf(content), options.lid === true);
  }

  /** Null: delivered. */
  receipt(sent: Receipted, type: ReceiptType = null): void {
    sendReceipt(sent, type);
  }

  /** The receiver says it could not decrypt. */
  askAgain(sent: Receipted, count = 1): Promise<void> {
    return askAgain(sent, count);
  }

  typing(from: Phone, state: Typing = 'composing', account = this.account): void {
    sendTyping(account, from, state);
  }

  presence(from: Phone, online: boolean, options: { last?: number; account?: Companion } = {}): void {
    sendPresence(options.account ?? this.account, from, online, options.last);
  }

  /** A contact rings; answers the call's id. */
  call(from: Phone, options: { id?: string; video?: boolean; account?: Companion } = {}): string {
    return offerCall(options.account ?? this.account, from, options);
  }

  callEnd(from: Phone, id: string, reason = 'timeout', account = this.account): void {
    endCall(account, from, id, reason);
  }

  /** Any other notification, kept until the client has it. */
  notify(type: string, from: string, content: Parameters<typeof notify>[3], attributes: Attributes = {}, account = this.account): void {
    notify(account, type, from, content, attributes);
  }

  /** A contact has a new phone; what it says now comes with new keys. Answers the new phone. */
  reinstall(phone: Phone, account = this.account): Phone {
    const renewed = this.contact(phone.user, phone.name, phone.lidUser);
    notify(account, 'encrypt', renewed.jid, [stanza('identity')]);
    return renewed;
  }

  /** Something is archived, muted or renamed on the phone. */
  async change(modification: ChatModification, jid: string, account = this.account): Promise<void> {
    tellChanged(account, await account.phone.appState.change(modification, jid));
  }

  /** A media message of a contact, ready to be sent: `{ imageMessage: … }`. */
  async mediaMessage(
    type: MediaType & ('image' | 'video' | 'audio' | 'document' | 'sticker'),
    file: Uint8Array,
    mime: string,
    more: object = {},
  ) {
    return { [`${type}Message`]: { ...(await this.media.put(file, type, mime)), ...more } };
  }

  /** A conversation for `options.history` or `phone.history`. */
  readonly conversation = conversation;

  // Failures

  streamError(code: number | null, conflict?: string, account = this.account): void {
    account.connection?.streamError(code, conflict);
  }

  /** Cuts the connection without a word. */
  drop(account = this.account): void {
    account.connection?.drop();
  }

  /** Logins are refused with `<failure reason=…>`: 402 or 403 banned, 405 too old a client; null lets the device in again. */
  refuseLogin(reason: number | null, attributes: Attributes = {}, account = this.account): void {
    account.refusal = reason === null ? null : { reason, attributes };
  }

  /** Bans the number: out now, and 403 at every login. */
  ban(account = this.account): void {
    this.refuseLogin(403, {}, account);
    account.connection?.streamError(403);
  }

  failIq(xmlns: string, code: number, text = ''): void {
    this.switches.failIq.set(xmlns, { code, text });
  }

  /** The next messages of clients are refused; 463 is what a restricted account gets. */
  nackNext(code: number, times = 1): void {
    this.switches.nacks.push(...Array.from({ length: times }, () => code));
  }

  /** The account may not start new chats: the client is told, and its messages to people it has no chat with are refused (463). */
  timelock(timelock: Timelock, account = this.account): void {
    account.phone.timelock = timelock;
    tellTimelock(account);
  }

  /** The account is told how many new chats it may still start. */
  capping(capping: Capping, account = this.account): void {
    tellCapping(account, capping);
  }

  // Waiting

  /** The first message of a client that matches, past or to come. */
  sent(matches: (sent: Sent) => boolean, timeoutMs = patienceMs): Promise<Sent> {
    const past = this.messages.find(matches);
    return past ? Promise.resolve(past) : this.next('message', matches, timeoutMs).then(([sent]) => sent);
  }

  /** Resolves once the client has confirmed the message with that id. */
  async received(id: string, account = this.account, timeoutMs = patienceMs): Promise<void> {
    if (account.queue.holdsMessage(id)) await this.next('received', (confirmed) => confirmed === id, timeoutMs);
  }

  /** How often each message of a device has arrived in a chat, oldest first. */
  arrivals(chat: Phone | Group, account = this.account): { id: string; times: number }[] {
    const inChat = account.arrivals.get(chat instanceof Group ? chat.id : chat.jid) ?? new Map<string, number>();
    return [...inChat].map(([id, times]) => ({ id, times }));
  }

  /** The next event that matches; rejects when none comes in time. */
  next<K extends keyof Events>(
    event: K,
    matches: (...args: Events[K]) => boolean = () => true,
    timeoutMs = patienceMs,
  ): Promise<Events[K]> {
    return nextEvent<Events[K]>(this as EventEmitter, event, matches, timeoutMs);
  }

  /** Any stanza at all, kept until the client has it. */
  deliver(node: Parameters<typeof deliver>[1], account = this.account): void {
    deliver(account, node);
  }
}
