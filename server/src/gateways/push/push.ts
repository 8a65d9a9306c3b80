// Web push: a text for a browser, by way of the push service of its maker, who cannot read it.
import { createECDH, createHash } from 'node:crypto';
import { isIP } from 'node:net';
import webPush from 'web-push';
import type { Secrets } from '../../platform/secrets.ts';
import type { Http } from '../http/outside-call.ts';
import { OutsideFailure } from '../http/outside-failure.ts';
import { isPublicAddress } from '../http/public-address.ts';

/** By these, push services recognise this installation: a key pair of P-256, base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** What a browser gave: its address at the push service and its own keys. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** At most some 3900 bytes. */
  body: string;
  /** Of two that wait at the push service, the later replaces the earlier with the same one; at most 32 letters and digits. */
  topic: string;
  urgent: boolean;
};

/** `gone`: there is no such browser any more, or never was; `later`: try again; `refused`: this message will not be taken. */
export type PushOutcome = { state: 'sent' } | { state: 'gone' | 'later' | 'refused'; reason: string };

export type Push = {
  /** Never throws for what the push service does. `subject`: an https address or mailto: of the operator. */
  send(to: PushTarget, message: PushMessage, keys: PushKeys, subject: string): Promise<PushOutcome>;
};

/** How long the push service keeps a message for a browser that is away. */
const keptSeconds = 12 * 60 * 60;
const timeoutMs = 5_000;
const answerMaxBytes = 10_000;

export function createPush(http: Http): Push {
  return {
    async send(to, message, keys, subject) {
      let request: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        request = webPush.generateRequestDetails({ endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }, message.body, {
          vapidDetails: { subject, ...keys },
          TTL: keptSeconds,
          urgency: message.urgent ? 'high' : 'normal',
          topic: message.topic,
          contentEncoding: 'aes128gcm',
        });
      } catch (error) {
        // Keys that are none: nothing can ever be sent there.
        return { state: 'gone', reason: error instanceof Error ? error.message : String(error) };
      }
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
      const body = request.body as Buffer;
      try {
        const { status } = await http.call({ method: 'POST', url: to.endpoint, headers, body, timeoutMs, maxBytes: answerMaxBytes });
        return outcomeOf(status);
      } catch (error) {
        if (!(error instanceof OutsideFailure)) throw error;
        const { reason } = error;
        return { state: reason === 'private_address' || reason === 'bad_address' ? 'gone' : 'later', reason };
      }
    },
  };
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  const reason = `HTTP ${status}`;
  if (status === 404 || status === 410) return { state: 'gone', reason };
  return { state: status === 429 || status >= 500 ? 'later' : 'refused', reason };
}

/** May this be an address at a push service? It is https, without credentials, and does not name a machine of a private network. */
export function isPushAddress(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, hostname } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && username === '' && password === '' && (isIP(host) === 0 || isPublicAddress(host));
}

/**
 * The keys of this installation. They follow from its secret, which is made at the first start and kept in the data folder, so all its
 * processes have the same, and subscriptions stay valid for as long as the secret does.
 */
export function pushKeys(secrets: Secrets): PushKeys {
  const pair = createECDH('prime256v1');
  const seed = secrets.key('push');
  for (let attempt = 0; ; attempt += 1) {
    // Not every 32 bytes are a private key, though nearly all are.
    const candidate = attempt === 0 ? seed : createHash('sha256').update(seed).update(String(attempt)).digest();
    try {
      pair.setPrivateKey(candidate);
      return { publicKey: pair.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}
