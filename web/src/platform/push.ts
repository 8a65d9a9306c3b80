// This browser as a device that the server tells by web push. Loaded when somebody wants it.
import { api } from './api.ts';
import { leaveNoticesToPush } from './desktop-notification.ts';
import { sessionToken, tokenClaims } from './session.ts';
import { ownKey, readStored, writeStored } from './storage.ts';

/** `unsupported`: this browser cannot, or not as it runs: an iPhone or iPad allows it only to apps on the home screen. */
export type PushSupport = 'ready' | 'denied' | 'unsupported';

/** What this browser can do now. */
export function pushSupport(): PushSupport {
  if (typeof Notification !== 'undefined' && Notification.permission === 'denied') return 'denied';
  if ('serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined') return 'ready';
  return 'unsupported';
}

/** Asks for the permission, subscribes and tells the server. Call it from a click. False: the person did not allow it. */
export async function startPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(publicKey);
  writeStored(ownKey('push'), 'on');
  return true;
}

/** Subscribes again, if the person wanted it in this browser: the session, the address or the server's keys may be others. */
export async function keepPush(publicKey: () => Promise<string>): Promise<void> {
  if (readStored(ownKey('push')) !== 'on' || pushSupport() !== 'ready' || Notification.permission !== 'granted') return;
  await subscribe(await publicKey());
}

/** This browser is told nothing any more, until somebody wants it again. */
export async function stopPush(): Promise<void> {
  writeStored(ownKey('push'), null);
  await dropSubscription();
}

/** Is this the device of the session in this browser? */
export function isThisBrowser({ sessionId }: { sessionId: string }): boolean {
  return tokenClaims(sessionToken() ?? '').sessionId === sessionId;
}

async function subscribe(publicKey: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription && keyOf(subscription) !== publicKey) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  await api('POST /v1/notices/devices', { body: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
  leaveNoticesToPush(true);
}

/** Whatever the server still sends goes nowhere. */
export async function dropSubscription(): Promise<void> {
  leaveNoticesToPush(false);
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
