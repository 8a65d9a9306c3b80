import type { ConnectionDetail } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './connection-dialog.module.css';

/** Offers to reach the same number another way. */
export function ChannelSwitch({ channel, onSwitch }: { channel: ConnectionDetail['channel']; onSwitch: () => void }) {
  if (channel === 'simulator') return null;
  const toCloud = channel === 'whatsapp_web';
  return (
    <fieldset className={css.group}>
      <legend>{t('Forma de conexão')}</legend>
      <p className={css.text}>
        {toCloud
          ? t('Este número usa o WhatsApp de um celular. Ele pode passar para a Cloud API oficial sem perder contatos nem conversas.')
          : t('Este número usa a Cloud API oficial. Ele pode passar para o WhatsApp de um celular sem perder contatos nem conversas.')}
      </p>
      <div>
        <Button variant="default" leftSection={<IconArrowsExchange size={16} />} onClick={onSwitch}>
          {toCloud ? t('Trocar para a Cloud API…') : t('Trocar para o WhatsApp Web…')}
        </Button>
      </div>
    </fieldset>
  );
}
