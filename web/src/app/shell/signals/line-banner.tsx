import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { retryLine, useLine } from '../../../platform/socket.ts';
import { Banner } from '../../../ui/page/banner.tsx';

const showAfterMs = 1500;

/** Says that the connection to the server is down, once that has lasted a moment. */
export function LineBanner() {
  const down = useLine() === 'down';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!down) return setShown(false);
    const timer = window.setTimeout(() => setShown(true), showAfterMs);
    return () => window.clearTimeout(timer);
  }, [down]);
  useEffect(() => {
    window.addEventListener('online', retryLine);
    return () => window.removeEventListener('online', retryLine);
  }, []);
  if (!shown) return null;
  return (
    <Banner
      tone="warn"
      place="edge"
      icon={<IconWifiOff />}
      action={
        <button type="button" onClick={retryLine}>
          {t('Tentar agora')}
        </button>
      }
    >
      <b>{t('Sem conexão.')}</b> {t('Reconectando… O que você escrever fica guardado.')}
    </Banner>
  );
}
