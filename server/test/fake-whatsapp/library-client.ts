// A plain user of the library, which remembers its events: what the product is to the fake server, without the product.
import makeWASocket, {
  type BaileysEventMap,
  BufferJSON,
  initAuthCreds,
  type proto,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from 'baileys';
import type { Companion } from './companion.ts';
import type { FakeWhatsApp } from './fake-whatsapp.ts';
import { memoryKeys, type Phone } from './phone.ts';
import { silent } from './silence.ts';

type EventName = keyof BaileysEventMap;
type Seen = { event: string; data: unknown };

export class LibraryClient {
  socket!: WASocket;
  readonly seen: Seen[] = [];
  private mark = 0;
  private readonly keys = new Map<string, string>();
  private readonly auth = { creds: initAuthCreds(), keys: memoryKeys(this.keys) };
  private readonly waiting = new Set<() => void>();

  constructor(public config: Partial<UserFacingSocketConfig> = {}) {}

  connect(): this {
    this.socket = makeWASocket({ logger: silent, ...this.config, auth: this.auth });
    this.socket.ev.on('creds.update', (update) => Object.assign(this.auth.creds, update));
    this.socket.ev.process((events) => {
      for (const [event, data] of Object.entries(events)) this.seen.push({ event, data });
      for (const check of this.waiting) check();
    });
    return this;
  }

  /** Another process with the same login, as it is now. */
  copy(): LibraryClient {
    const copy = new LibraryClient(this.config);
    for (const [name, value] of this.keys) copy.keys.set(name, value);
    Object.assign(copy.auth.creds, JSON.parse(JSON.stringify(this.auth.creds, BufferJSON.replacer), BufferJSON.reviver));
    return copy;
  }

  /** What was seen so far no longer counts. */
  reset(): void {
    this.mark = this.seen.length;
  }

  /** The first event since the last `reset` that matches. */
  wait<K extends EventName>(
    event: K,
    matches: (data: BaileysEventMap[K]) => boolean = () => true,
    timeoutMs = 15_000,
  ): Promise<BaileysEventMap[K]> {
    const from = this.mark;
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = this.all(event, from).find(matches);
        if (found === undefined) return;
        done();
        resolve(found);
      };
      const timer = setTimeout(() => {
        done();
        const names = this.seen.slice(from).map((each) => each.event);
        reject(new Error(`no such ${event} within ${timeoutMs} ms; saw ${names.join(', ')}`));
      }, timeoutMs);
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(check);
      };
      this.waiting.add(check);
      check();
    });
  }

  /** All such events since the last `reset`. */
  all<K extends EventName>(event: K, from = this.mark): BaileysEventMap[K][] {
    return this.seen.slice(from).flatMap((each) => (each.event === event ? [each.data as BaileysEventMap[K]] : []));
  }

  async qr(): Promise<string> {
    const { qr } = await this.wait('connection.update', (update) => update.qr !== undefined);
    return qr ?? '';
  }

  opened(): Promise<unknown> {
    return this.wait('connection.update', ({ connection }) => connection === 'open', 20_000);
  }

  /** The status code it closed with. */
  async closed(timeoutMs?: number): Promise<number | undefined> {
    const { lastDisconnect } = await this.wait('connection.update', ({ connection }) => connection === 'close', timeoutMs);
    const error = lastDisconnect?.error;
    return error && 'output' in error ? error.output.statusCode : undefined;
  }

  async reconnect(): Promise<void> {
    this.reset();
    this.connect();
    await this.opened();
  }

  /** Shows its QR code to the phone and logs in. */
  async link(fake: FakeWhatsApp, phone: Phone): Promise<Companion> {
    this.connect();
    const companion = await fake.scan(await this.qr(), phone);
    await this.closed();
    await this.reconnect();
    return companion;
  }

  /** A received message, and whether it came live (`notify`) or late (`append`). */
  async message(matches: (message: WAMessage) => boolean): Promise<WAMessage & { upsert: string }> {
    const { messages, type } = await this.wait('messages.upsert', (upsert) => upsert.messages.some(matches));
    const message = messages.find(matches);
    if (!message) throw new Error('the message is gone');
    return { ...message, upsert: type };
  }

  /** A status may come by itself, or within the message while events are held back. Answers what came with it. */
  async status(id: string, status: number): Promise<Partial<WAMessage>> {
    const updated = this.wait('messages.update', (updates) => updates.some(({ key, update }) => key.id === id && update.status === status));
    const folded = this.message((message) => message.key.id === id && message.status === status);
    return Promise.any([updated.then((updates) => updates.find(({ key }) => key.id === id)?.update ?? {}), folded]);
  }
}

export function textIn(message: proto.IMessage | null | undefined): string | undefined {
  return message?.conversation ?? message?.extendedTextMessage?.text ?? undefined;
}
