import type { NoticeDeviceView, NoticesView } from '@balcao/contract/notices';
import { Button } from '@mantine/core';
import { IconBellRinging, IconDeviceDesktop, IconDeviceMobile, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { currentPlace } from '../../../platform/app-place.ts';
import { deviceName } from '../../../platform/device-name.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { isThisBrowser, pushSupport } from '../../../platform/push.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useRemoveDevice, useStartPush, useTestDevice } from './mutations.ts';
import css from './notices.module.css';
import { allowText, noPushText } from './platform-text.ts';

/** The browsers that are told while the app is closed: this one, and others. */
export function Devices({ notices: { devices, publicKey } }: { notices: NoticesView }) {
  const here = devices.find(isThisBrowser);
  const test = useTestDevice();
  const onError = (error: Error) => notifyError(error);
  return (
    <section className={css.part} aria-labelledby="notice-devices">
      <h3 id="notice-devices">{t('Com o Balcão fechado')}</h3>
      {here ? (
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={<IconBellRinging size={16} />}
            loading={test.isPending}
            onClick={() =>
              test.mutate(here.id, { onError, onSuccess: () => toastSuccess(t('Aviso enviado. Saia desta janela para vê-lo.')) })
            }
          >
            {t('Enviar um aviso de teste')}
          </Button>
        </div>
      ) : (
        <StartHere publicKey={publicKey} />
      )}
      {devices.length > 0 && (
        <ul aria-label={t('Aparelhos que recebem avisos')}>
          {devices.map((device) => (
            <Device key={device.id} device={device} isHere={device === here} />
          ))}
        </ul>
      )}
    </section>
  );
}

function StartHere({ publicKey }: { publicKey: string }) {
  const [support, setSupport] = useState(pushSupport);
  const start = useStartPush();
  const ask = () =>
    start.mutate(publicKey, {
      onSuccess: () => setSupport(pushSupport()),
      onError: (error) => notifyError(error),
    });
  useEffect(() => {
    // People allow it in the settings and come back.
    const look = () => setSupport(pushSupport());
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  if (support === 'denied')
    return (
      <p className={css.text}>
        <b>{t('Os avisos estão bloqueados neste aparelho.')}</b> {allowText(currentPlace())}
      </p>
    );
  if (support === 'unsupported') return <p className={css.text}>{noPushText(currentPlace())}</p>;
  return (
    <>
      <p className={css.text}>{t('Receba avisos neste aparelho também quando nenhuma janela do Balcão estiver aberta.')}</p>
      <div className={css.buttons}>
        <Button leftSection={<IconBellRinging size={16} />} loading={start.isPending} onClick={ask}>
          {t('Receber avisos neste aparelho')}
        </Button>
      </div>
    </>
  );
}

function Device({ device, isHere }: { device: NoticeDeviceView; isHere: boolean }) {
  const remove = useRemoveDevice();
  const name = deviceName(device.userAgent);
  const Icon = /iPhone|iPad|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={css.device}>
      <Icon size={22} aria-hidden />
      <div>
        {name}
        <span>
          {isHere ? t('Este aparelho') : t('Outro aparelho')} · {t('desde {{when}}', { when: formatShortDateTime(device.createdAt) })}
        </span>
      </div>
      <IconButton
        label={t('Parar de avisar em {{name}}', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ id: device.id, here: isHere }, { onError: (error) => notifyError(error) })}
      >
        <IconTrash size={18} />
      </IconButton>
    </li>
  );
}
