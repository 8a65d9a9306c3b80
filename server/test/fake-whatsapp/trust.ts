// Makes the unmodified library in this process talk to a fake server, and to no real one.
import dns from 'node:dns';
import tls from 'node:tls';
import { DEFAULT_CONNECTION_CONFIG, WA_CERT_DETAILS } from 'baileys';
import { silenceLibsignal } from './silence.ts';

/** Where a fake server is and whom to believe: `rootKey` (hex) signs its handshake, `ca` (PEM) its media host. */
export type Coordinates = { url: string; rootKey: string; ca: string };

/**
 * From now on, in this process: connections without a URL of their own go to the fake server, its certificates count, and names of
 * WhatsApp's servers cannot be looked up. Answers what undoes it all.
 */
export function trust({ url, rootKey, ca }: Coordinates): () => void {
  const before = { key: WA_CERT_DETAILS.PUBLIC_KEY, url: DEFAULT_CONNECTION_CONFIG.waWebSocketUrl };
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
  DEFAULT_CONNECTION_CONFIG.waWebSocketUrl = url;
  const undo = [trustAuthority(ca), blockWhatsApp(), silenceLibsignal()];
  return () => {
    WA_CERT_DETAILS.PUBLIC_KEY = before.key;
    DEFAULT_CONNECTION_CONFIG.waWebSocketUrl = before.url;
    for (const step of undo.reverse()) step();
  };
}

/** One more certificate authority for whatever opens TLS connections: `fetch`, which downloads, and node:https, which uploads. */
function trustAuthority(ca: string): () => void {
  const before = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const context = before(options);
    context.context.addCACert(ca);
    return context;
  };
  return () => {
    tls.createSecureContext = before;
  };
}

/** Looking up a name of WhatsApp fails, so that no test can reach it whatever URL it was given. */
export function blockWhatsApp(): () => void {
  const before = dns.lookup;
  const guarded = (hostname: string, ...rest: unknown[]) => {
    if (!/(^|\.)whatsapp\.(net|com)$/i.test(hostname)) return Reflect.apply(before, dns, [hostname, ...rest]);
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done, new Error(`${hostname} must not be reached from a test`));
  };
  dns.lookup = Object.assign(guarded, { __promisify__: before.__promisify__ });
  return () => {
    dns.lookup = before;
  };
}
