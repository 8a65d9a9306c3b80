// The signatures by which a phone makes a device its own (ADV, "authenticated device version").
import { Curve, hmacSign, proto, WA_ADV_ACCOUNT_SIG_PREFIX, WA_ADV_DEVICE_SIG_PREFIX } from 'baileys';
import type { Phone } from './phone.ts';
import { present, seconds } from './stanza.ts';
import { isSignedBy } from './xeddsa.ts';

/** The phone signs the device's identity key, and authenticates that with the secret it learnt from the QR code or pairing code. */
export function signCompanion(phone: Phone, companionIdentity: Uint8Array, advSecret: Buffer): { blob: Uint8Array; details: Uint8Array } {
  const identity = phone.creds.signedIdentityKey;
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: Number(seconds()),
    keyIndex: 1,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const accountSignature = Curve.sign(identity.private, Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companionIdentity]));
  const signed = proto.ADVSignedDeviceIdentity.encode({ details, accountSignatureKey: identity.public, accountSignature }).finish();
  const hmac = hmacSign(Buffer.from(signed), advSecret);
  return { details, blob: proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish() };
}

/** Whether the device has signed in return, over the same details and with its own key. */
export function isSignedByCompanion(phone: Phone, companionIdentity: Uint8Array, details: Uint8Array, answer: Uint8Array): boolean {
  const { details: echoed, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer);
  const account = phone.creds.signedIdentityKey.public;
  const text = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, companionIdentity, account]);
  return (
    Buffer.from(details).equals(present(echoed, 'the details in the answer')) &&
    isSignedBy(companionIdentity, text, present(deviceSignature, 'a device signature'))
  );
}
