// Linking a device, by QR code or by pairing code, from the phone's side.
import { randomBytes } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  jidDecode,
  type KeyPair,
  type proto,
  S_WHATSAPP_NET,
} from 'baileys';
import { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { isSignedByCompanion, signCompanion } from './linking.ts';
import type { Phone } from './phone.ts';
import { attr, bytesOf, newId, present, seconds, stanza } from './stanza.ts';
import { notify } from './to-client.ts';
import type { World } from './world.ts';

/** A pairing code a client asked for and nobody has typed yet, or whose last step is awaited. */
export type LinkCode = {
  connection: Connection;
  ref: Buffer;
  /** salt (32) | iv (16) | the client's ephemeral key, encrypted with the code */
  wrapped: Buffer;
  ephemeral: KeyPair;
  typed: { phone: Phone; secret: Buffer; done(companion: Companion): void; failed(reason: Error): void } | null;
};

/** A client without account: references to show as QR codes, one after the other. */
export function offerQr(connection: Connection, registration: proto.ClientPayload.IDevicePairingRegistrationData, codes = 6): void {
  connection.registration = registration;
  const refs = Array.from({ length: codes }, () => stanza('ref', {}, Buffer.from(`2@${randomBytes(24).toString('base64')}`)));
  connection.send(stanza('iq', { from: S_WHATSAPP_NET, type: 'set', id: newId(), xmlns: 'md' }, [stanza('pair-device', {}, refs)]));
}

/**
 * The phone scans what the client shows: `…#ref,noise key,identity key,adv secret,platform`. Resolves once the client has signed and is
 * told to log in (515). Rejects when it does not, and at once, with "passkey required", for a phone that needs one.
 */
export function scan(world: World, qr: string, phone: Phone): Promise<Companion> {
  const [, , identityText, advText] = qr.replace(/^.*#/, '').split(',');
  const identity = Buffer.from(present(identityText, 'an identity key in the QR code'), 'base64');
  const adv = Buffer.from(present(advText, 'a secret in the QR code'), 'base64');
  const connection = [...world.connections].find(
    ({ registration }) => registration?.eIdent && Buffer.from(registration.eIdent).equals(identity),
  );
  if (!connection) return Promise.reject(new Error('no client is waiting with that QR code'));
  return link(world, connection, phone, adv);
}

/** Types the eight characters into the phone. Resolves and rejects as `scan` does. */
export async function enterPairingCode(world: World, code: string, phone: Phone): Promise<Companion> {
  const waiting = present(world.linkCodes.get(phone.user), `a pairing code asked for ${phone.user}`);
  const theirKey = await derivePairingCodeKey(code, waiting.wrapped.subarray(0, 32));
  const theirEphemeral = aesDecryptCTR(waiting.wrapped.subarray(48), theirKey, waiting.wrapped.subarray(32, 48));
  const secret = Buffer.from(Curve.sharedKey(waiting.ephemeral.private, theirEphemeral));
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const wrapped = aesEncryptCTR(waiting.ephemeral.public, await derivePairingCodeKey(code, salt), iv);
  return new Promise((done, failed) => {
    waiting.typed = { phone, secret, done, failed };
    const type = 'link_code_companion_reg';
    waiting.connection.send(
      stanza('notification', { from: S_WHATSAPP_NET, type, id: newId(), t: seconds() }, [
        stanza(type, { stage: 'primary_hello' }, [
          stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, wrapped])),
          stanza('primary_identity_pub', {}, phone.creds.signedIdentityKey.public),
          stanza('link_code_pairing_ref', {}, waiting.ref),
        ]),
      ]),
    );
  });
}

/** Both steps of a client that links by code: `companion_hello` asks for it, `companion_finish` follows what the phone answered. */
export function onLinkCode(world: World, connection: Connection, iq: BinaryNode, request: BinaryNode): void {
  const user = present(jidDecode(attr(request, 'jid'))?.user, 'a number to link');
  if (request.attrs.stage === 'companion_hello') {
    const ref = randomBytes(16);
    const wrapped = bytesOf(getBinaryNodeChild(request, 'link_code_pairing_wrapped_companion_ephemeral_pub'));
    world.linkCodes.set(user, { connection, ref, wrapped, ephemeral: Curve.generateKeyPair(), typed: null });
    const content = [stanza('link_code_pairing_ref', {}, ref)];
    connection.answer(iq, [stanza('link_code_companion_reg', { stage: 'companion_hello' }, content)]);
    world.emit('pairing-code', user);
    return;
  }
  const { typed } = present(world.linkCodes.get(user), `a pairing code for ${user}`);
  const { phone, secret, done, failed } = present(typed, 'somebody who has typed the code');
  const sealed = bytesOf(getBinaryNodeChild(request, 'link_code_pairing_wrapped_key_bundle'));
  world.linkCodes.delete(user);
  const open = openBundle(secret, sealed);
  if (!open) {
    connection.refuse(iq, 400, 'bad-request');
    failed(new Error('wrong pairing code'));
    return;
  }
  const identities = Curve.sharedKey(phone.creds.signedIdentityKey.private, open.subarray(0, 32));
  const adv = hkdf(Buffer.concat([secret, identities, open.subarray(64, 96)]), 32, { info: 'adv_secret' });
  connection.answer(iq);
  // The client stores the new secret after this answer, and must have it before the phone's does arrive.
  setTimeout(() => link(world, connection, phone, Buffer.from(adv)).then(done, failed), 50);
}

/** salt (32) | iv (12) | identity key of the client, of the phone, and 32 random bytes; null when another code was typed. */
function openBundle(secret: Buffer, sealed: Buffer): Buffer | null {
  const key = hkdf(secret, 32, { salt: sealed.subarray(0, 32), info: 'link_code_pairing_key_bundle_encryption_key' });
  try {
    return aesDecryptGCM(sealed.subarray(44), key, sealed.subarray(32, 44), Buffer.alloc(0));
  } catch {
    return null;
  }
}

/** The client's signature, in answer to the phone's. */
export function onPairSign(world: World, connection: Connection, sign: BinaryNode): void {
  const { companion, done } = present(connection.linking, 'a linking under way');
  const identity = bytesOf(getBinaryNodeChild(sign, 'device-identity'));
  if (!isSignedByCompanion(companion.phone, companion.identity, companion.linkDetails, identity)) {
    throw new Error('a device signed the linking wrongly');
  }
  connection.linking = null;
  world.companions.push(companion);
  world.emit('linked', companion);
  connection.streamError(515);
  done(companion);
}

function link(world: World, connection: Connection, phone: Phone, adv: Buffer): Promise<Companion> {
  if (phone.passkey) return Promise.reject(askPasskey(connection));
  const registration = present(connection.registration, 'a registration');
  const identity = present(registration.eIdent, 'an identity key');
  const { blob, details } = signCompanion(phone, identity, adv);
  const signedPreKey = stanza('skey', {}, [
    stanza('id', {}, present(registration.eSkeyId, 'a signed pre-key')),
    stanza('value', {}, present(registration.eSkeyVal, 'a signed pre-key')),
    stanza('signature', {}, present(registration.eSkeySig, 'a signed pre-key')),
  ]);
  const registrationId = present(registration.eRegid, 'a registration id');
  const companion = new Companion(phone, world.nextDevice(), identity, registrationId, signedPreKey, details);
  companion.onFewPreKeys = (left) => notify(companion, 'encrypt', S_WHATSAPP_NET, [stanza('count', { value: String(left) })]);
  return new Promise((done, failed) => {
    connection.linking = { companion, done, failed };
    connection.send(
      stanza('iq', { from: S_WHATSAPP_NET, type: 'set', id: newId(), xmlns: 'md', t: seconds() }, [
        stanza('pair-success', {}, [
          stanza('device-identity', {}, blob),
          stanza('platform', { name: 'android' }),
          stanza('device', { jid: companion.jid, lid: companion.lid }),
        ]),
      ]),
    );
  });
}

/** Some accounts must confirm a linking with a passkey in the browser; a client that cannot is left waiting. */
function askPasskey(connection: Connection): Error {
  const request = { challenge: randomBytes(32).toString('base64url'), rpId: 'whatsapp.com', userVerification: 'required' };
  const type = 'passkey_prologue_request';
  connection.send(
    stanza('notification', { from: S_WHATSAPP_NET, type, id: newId(), t: seconds() }, [
      stanza('passkey_request_options', {}, Buffer.from(JSON.stringify(request))),
    ]),
  );
  return new Error('passkey required');
}
