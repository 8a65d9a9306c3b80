import { IconClockUp, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAllPending } from '../../../data/messages/pending.ts';
import { useCommand } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { retryLine, useLine } from '../../../platform/socket.ts';
import { ownKey, readStored } from '../../../platform/storage.ts';
import { Banner } from '../../../ui/page/banner.tsx';

const UnsentDialog = lazyPart(async () => ({ default: (await import('../../../features/desk/messages/unsent-dialog.tsx')).UnsentDialog }));

const showAfterMs = 1500;
/** The list is needed when nothing can be loaded any more, so it is loaded before, when the page has nothing else to do. */
const loadAfterMs = 6000;

/** Says that the connection to the server is down, once that has lasted a moment, and what was written and has not left yet. */
export function LineBanner() {
  const navigate = useNavigate();
  const shown = useShownDown();
  const unsent = useUnsentCount(shown);
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  useCommand('app.unsent', t('Mensagens por enviar'), open, unsent > 0);
  const see = unsent > 0 && (
    <button type="button" onClick={open}>
      {t('Ver {{count}} mensagens', { count: unsent })}
    </button>
  );
  return (
    <>
      {shown ? (
        <Banner
          tone="warn"
          place="edge"
          icon={<IconWifiOff />}
          action={
            <>
              {see}{' '}
              <button type="button" onClick={retryLine}>
                {t('Tentar agora')}
              </button>
            </>
          }
        >
          <b>{t('Sem conexão.')}</b> {t('Reconectando… O que você escrever fica guardado.')}
        </Banner>
      ) : (
        unsent > 0 && (
          <Banner tone="warn" place="edge" icon={<IconClockUp />} action={see}>
            {t('{{count}} mensagens ainda não saíram.', { count: unsent })}
          </Banner>
        )
      )}
      {opened && (
        <Suspense>
          <UnsentDialog
            onClose={() => setOpened(false)}
            onOpen={(uuid) => {
              setOpened(false);
              void navigate(`/tickets/${uuid}`);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Silence lasted long enough when it is noticed; a socket that closed may be open again in a moment. */
function useShownDown(): boolean {
  const line = useLine();
  const down = line === 'down';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!down) return setShown(false);
    const timer = window.setTimeout(() => setShown(true), showAfterMs);
    return () => window.clearTimeout(timer);
  }, [down]);
  useEffect(() => {
    if (line !== 'ready') return;
    const timer = window.setTimeout(UnsentDialog.ahead, loadAfterMs);
    return () => window.clearTimeout(timer);
  }, [line]);
  useEffect(() => {
    window.addEventListener('online', retryLine);
    return () => window.removeEventListener('online', retryLine);
  }, []);
  return shown || line === 'silent';
}

/** How many messages wait for the connection or were refused; while it is `down`, all that are on their way. What was left over when the page was closed is sent, whatever page is open. */
function useUnsentCount(down: boolean): number {
  const cache = useQueryClient();
  useEffect(() => {
    if (readStored(ownKey('outbox')) === null) return;
    import('../../../features/desk/messages/outbox.ts').then(
      ({ resumeOutbox }) => resumeOutbox(cache),
      () => undefined,
    );
  }, [cache]);
  return useAllPending().filter(({ state }) => down || state !== 'sending').length;
}
