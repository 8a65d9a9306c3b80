// The server's side of the handshake and of the encrypted frames: Noise_XX_25519_AESGCM_SHA256 (https://noiseprotocol.org/noise.html)
// with WhatsApp Web's framing. A client opens with an optional `ED 00 01 <length:3> <routing info>`, then `57 41 06 03`; from there on
// each side sends <length:3, big-endian> <frame>.
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
  WA_CERT_DETAILS,
} from 'baileys';
import { present } from './stanza.ts';

const nothing = Buffer.alloc(0);
const dayS = 24 * 60 * 60;

/** The long-lived keys of a server: root certificate, intermediate, leaf, and the static key of the handshake. */
export class ServerIdentity {
  readonly root = Curve.generateKeyPair();
  readonly static = Curve.generateKeyPair();
  readonly certChain: Uint8Array;

  constructor() {
    // A client wants the root to have signed the intermediate, the intermediate the leaf, and `issuerSerial` of the intermediate to be known.
    const intermediateKey = Curve.generateKeyPair();
    const now = Math.floor(Date.now() / 1000);
    const certificate = (serial: number, issuerSerial: number, key: Uint8Array) =>
      proto.CertChain.NoiseCertificate.Details.encode({
        serial,
        issuerSerial,
        key,
        notBefore: now - dayS,
        notAfter: now + 365 * dayS,
      }).finish();
    const intermediate = certificate(1, WA_CERT_DETAILS.SERIAL, intermediateKey.public);
    const leaf = certificate(2, 1, this.static.public);
    this.certChain = proto.CertChain.encode({
      intermediate: { details: intermediate, signature: Curve.sign(this.root.private, intermediate) },
      leaf: { details: leaf, signature: Curve.sign(intermediateKey.private, leaf) },
    }).finish();
  }
}

export type NoiseHooks = {
  write(bytes: Buffer): void;
  /** The handshake is done; who the client says it is. */
  onPayload(payload: proto.ClientPayload): void;
  /** One decrypted frame. */
  onFrame(plain: Buffer): void;
};

/** One connection: feed it bytes with `push`, send with `send`. Throws when the client does not follow the protocol. */
export class ServerNoise {
  /** What the client sent in front because an earlier connection gave it to it. */
  routingInfo: Buffer | null = null;
  private hash: Buffer = Buffer.from(NOISE_MODE);
  private salt: Uint8Array = this.hash;
  private key: Uint8Array = this.hash;
  private nonce = 0;
  private buffered: Buffer = nothing;
  private stage: 'intro' | 'hello' | 'finish' | 'open' = 'intro';
  private readonly ephemeral: KeyPair = Curve.generateKeyPair();
  private toClient: Cipher | null = null;
  private fromClient: Cipher | null = null;

  constructor(
    private readonly identity: ServerIdentity,
    private readonly hooks: NoiseHooks,
  ) {}

  push(bytes: Buffer): void {
    this.buffered = Buffer.concat([this.buffered, bytes]);
    if (this.stage === 'intro' && !this.readIntro()) return;
    while (this.buffered.length >= 3) {
      const end = 3 + this.buffered.readUIntBE(0, 3);
      if (this.buffered.length < end) return;
      const frame = this.buffered.subarray(3, end);
      this.buffered = this.buffered.subarray(end);
      this.readFrame(frame);
    }
  }

  /** Encrypts and frames one encoded stanza. */
  send(plain: Uint8Array): void {
    this.write(present(this.toClient, 'a finished handshake').encrypt(plain));
  }

  private readIntro(): boolean {
    let at = 0;
    if (this.buffered.subarray(0, 2).toString() === 'ED') {
      if (this.buffered.length < 7) return false;
      at = 7 + this.buffered.readUIntBE(4, 3);
      if (this.buffered.length < at) return false;
      this.routingInfo = this.buffered.subarray(7, at);
    }
    if (this.buffered.length < at + 4) return false;
    const header = this.buffered.subarray(at, at + 4);
    if (!header.equals(NOISE_WA_HEADER)) throw new Error(`a client opened with ${header.toString('hex')}`);
    this.buffered = this.buffered.subarray(at + 4);
    this.mixHash(header);
    this.stage = 'hello';
    return true;
  }

  private readFrame(frame: Buffer): void {
    if (this.stage === 'open') this.hooks.onFrame(present(this.fromClient, 'a finished handshake').decrypt(frame));
    else if (this.stage === 'hello') this.answerHello(proto.HandshakeMessage.decode(frame));
    else this.finish(proto.HandshakeMessage.decode(frame));
  }

  private answerHello(hello: proto.HandshakeMessage): void {
    const clientEphemeral = present(hello.clientHello?.ephemeral, 'the ephemeral key of the client');
    this.mixHash(clientEphemeral);
    this.mixHash(this.ephemeral.public);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientEphemeral));
    const encryptedStatic = this.encrypt(this.identity.static.public);
    this.mixKey(Curve.sharedKey(this.identity.static.private, clientEphemeral));
    const payload = this.encrypt(this.identity.certChain);
    this.stage = 'finish';
    this.write(
      proto.HandshakeMessage.encode({ serverHello: { ephemeral: this.ephemeral.public, static: encryptedStatic, payload } }).finish(),
    );
  }

  private finish(message: proto.HandshakeMessage): void {
    const clientStatic = this.decrypt(present(message.clientFinish?.static, 'the static key of the client'));
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientStatic));
    const payload = proto.ClientPayload.decode(this.decrypt(present(message.clientFinish?.payload, 'the payload of the client')));
    const [fromClient, toClient] = this.split(nothing);
    this.fromClient = new Cipher(fromClient);
    this.toClient = new Cipher(toClient);
    this.stage = 'open';
    this.hooks.onPayload(payload);
  }

  private mixHash(data: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, data]));
  }

  private mixKey(secret: Uint8Array): void {
    [this.salt, this.key] = this.split(secret);
    this.nonce = 0;
  }

  private split(secret: Uint8Array): [Uint8Array, Uint8Array] {
    const keys = hkdf(Buffer.from(secret), 64, { salt: Buffer.from(this.salt), info: '' });
    return [keys.subarray(0, 32), keys.subarray(32)];
  }

  private encrypt(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.key, counter(this.nonce++), this.hash);
    this.mixHash(sealed);
    return sealed;
  }

  private decrypt(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.key, counter(this.nonce++), this.hash);
    this.mixHash(sealed);
    return plain;
  }

  private write(frame: Uint8Array): void {
    const length = Buffer.alloc(3);
    length.writeUIntBE(frame.byteLength, 0, 3);
    this.hooks.write(Buffer.concat([length, frame]));
  }
}

/** One direction of an open connection. */
class Cipher {
  private nonce = 0;
  constructor(private readonly key: Uint8Array) {}

  encrypt(plain: Uint8Array): Buffer {
    return aesEncryptGCM(plain, this.key, counter(this.nonce++), nothing);
  }

  decrypt(sealed: Uint8Array): Buffer {
    return aesDecryptGCM(sealed, this.key, counter(this.nonce++), nothing);
  }
}

/** Eight zero bytes, then the counter. */
function counter(n: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(n, 8);
  return iv;
}
