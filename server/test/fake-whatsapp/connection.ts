// One websocket of a client: decrypts and hands over its stanzas one after the other.
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto, S_WHATSAPP_NET } from 'baileys';
import type { RawData, WebSocket } from 'ws';
import type { Companion } from './companion.ts';
import { ServerNoise } from './noise.ts';
import { attr, stanza } from './stanza.ts';
import type { World } from './world.ts';

/** A linking under way: the phone has answered, the client has to. */
export type Linking = { companion: Companion; done(companion: Companion): void; failed(reason: Error): void };

export type ConnectionHandlers = {
  onPayload(connection: Connection, payload: proto.ClientPayload): void | Promise<void>;
  onStanza(connection: Connection, node: BinaryNode): void | Promise<void>;
};

export class Connection {
  companion: Companion | null = null;
  /** Past `<passive><active/></passive>`: live deliveries may begin. */
  active = false;
  registration: proto.ClientPayload.IDevicePairingRegistrationData | null = null;
  linking: Linking | null = null;
  readonly noise: ServerNoise;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly world: World,
    private readonly socket: WebSocket,
    handlers: ConnectionHandlers,
  ) {
    this.noise = new ServerNoise(world.identity, {
      write: (bytes) => socket.send(bytes),
      onPayload: (payload) => this.inTurn(async () => handlers.onPayload(this, payload)),
      onFrame: (plain) => this.inTurn(async () => handlers.onStanza(this, await decodeBinaryNode(plain))),
    });
    socket.on('message', (data) => this.receive(data));
    socket.on('close', () => this.closed());
  }

  /** Nothing goes out on a closed socket, nor while the server is mute. */
  send(node: BinaryNode): void {
    if (this.socket.readyState !== this.socket.OPEN || this.world.switches.mute) return;
    this.world.emit('stanza', '>', node, this.companion);
    this.noise.send(encodeBinaryNode(node));
  }

  /** The result of a query. */
  answer(iq: BinaryNode, content?: BinaryNode[]): void {
    this.send(stanza('iq', { from: iq.attrs.to ?? S_WHATSAPP_NET, type: 'result', id: attr(iq, 'id') }, content));
  }

  /** The refusal of a query. */
  refuse(iq: BinaryNode, code: number, text: string): void {
    const error = stanza('error', { code: String(code), text });
    this.send(stanza('iq', { from: iq.attrs.to ?? S_WHATSAPP_NET, type: 'error', id: attr(iq, 'id') }, [error]));
  }

  /** Lets what was sent get out first. */
  close(): void {
    setTimeout(() => this.socket.close(), 20);
  }

  /** As when the network goes away. */
  drop(): void {
    this.socket.terminate();
  }

  /** `<stream:error>`, then the end: 515 restart, 401 unlinked, 503 not available; `conflict` without code: replaced. */
  streamError(code: number | null, conflict?: string): void {
    const reason = conflict ? [stanza('conflict', { type: conflict })] : [];
    this.send(stanza('stream:error', code === null ? {} : { code: String(code) }, reason));
    this.close();
  }

  private receive(data: RawData): void {
    try {
      this.noise.push(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
    } catch (error) {
      this.world.fault(error);
      this.drop();
    }
  }

  private inTurn(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch((error) => this.world.fault(error));
  }

  private closed(): void {
    this.active = false;
    if (this.companion?.connection === this) this.companion.connection = null;
    const ended = new Error('the client ended the linking');
    this.linking?.failed(ended);
    for (const { connection, typed } of this.world.linkCodes.values()) if (connection === this) typed?.failed(ended);
    this.world.connections.delete(this);
    this.world.emit('closed', this);
  }
}
