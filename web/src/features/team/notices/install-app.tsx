import { Button } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { currentPlace } from '../../../platform/app-place.ts';
import { t } from '../../../platform/i18n.ts';
import css from './notices.module.css';
import { installText } from './platform-text.ts';

/** The app in a window of its own: a button where the browser offers it, else how to do it by hand. */
export function InstallApp() {
  const [offer, setOffer] = useState(() => window.installOffer);
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const look = () => {
      setOffer(window.installOffer);
      setPlace(currentPlace());
    };
    const installed = () => {
      window.installOffer = undefined;
      look();
      setPlace((before) => ({ ...before, installed: true }));
    };
    window.addEventListener('beforeinstallprompt', look);
    window.addEventListener('appinstalled', installed);
    return () => {
      window.removeEventListener('beforeinstallprompt', look);
      window.removeEventListener('appinstalled', installed);
    };
  }, []);
  const install = async () => {
    // A browser takes its offer once.
    window.installOffer = undefined;
    await offer?.prompt();
    setOffer(undefined);
  };
  return (
    <section className={css.part} aria-labelledby="notice-install">
      <h3 id="notice-install">{t('Como aplicativo')}</h3>
      {offer && !place.installed ? (
        <>
          <p className={css.text}>{t('Instalado, o Balcão abre em uma janela própria e recebe o que outros aplicativos compartilham.')}</p>
          <div className={css.buttons}>
            <Button variant="default" leftSection={<IconAppWindow size={16} />} onClick={() => void install()}>
              {t('Instalar o aplicativo')}
            </Button>
          </div>
        </>
      ) : (
        <p className={css.text}>{installText(place)}</p>
      )}
    </section>
  );
}
