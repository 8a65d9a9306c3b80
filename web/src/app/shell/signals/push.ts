import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { fetchNotices } from '../../../data/notices/queries.ts';
import { onSignOut } from '../../../platform/session.ts';
import { ownKey, readStored } from '../../../platform/storage.ts';

const load = () => import('../../../platform/push.ts');

// Who signs out here is told nothing here any more, whether the server learns of it or not.
onSignOut(() => {
  if (typeof Notification !== 'undefined' && Notification.permission === 'granted')
    load().then(
      ({ dropSubscription }) => dropSubscription(),
      () => undefined,
    );
});

/** Keeps the subscription of a person who wants web push in this browser, and opens what a notice leads to. */
export function usePush(enabled: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!enabled || readStored(ownKey('push')) !== 'on') return;
    load()
      .then(({ keepPush }) => keepPush(async () => (await fetchNotices()).publicKey))
      // The next start tries again; until then this browser shows notices by itself.
      .catch(() => undefined);
  }, [enabled]);
  const openShared = useEffectEvent(() => void navigate('/share'));
  useEffect(() => {
    const timer = window.setTimeout(
      () =>
        import('./shared-signal.ts').then(
          (it) => it.watchShared(() => openShared()),
          () => undefined,
        ),
      3000,
    );
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const onMessage = ({ data }: MessageEvent<{ open?: unknown }>) => {
      const path = data?.open;
      if (typeof path === 'string' && path.startsWith('/')) void navigate(path);
    };
    worker?.addEventListener('message', onMessage);
    return () => worker?.removeEventListener('message', onMessage);
  }, [navigate]);
}
