import { type ConnectionChannel, connectionChannels } from '@balcao/contract/connection-rules';
import { IconBrandMeta, IconBrandWhatsapp, IconFlask } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './wizard.module.css';

/** Chooses the channel of a connection. Says what each one is and needs. */
export function ChannelChoice({ value, onChange }: { value: ConnectionChannel; onChange: (channel: ConnectionChannel) => void }) {
  return (
    <fieldset className={css.kinds}>
      <legend className="visually-hidden">{t('Tipo de conexão')}</legend>
      {connectionChannels.map((channel) => {
        const { icon, title, text } = kindOf(channel);
        return (
          <label key={channel} className={css.kind} data-chosen={channel === value || undefined}>
            <input
              type="radio"
              name="channel"
              value={channel}
              checked={channel === value}
              data-autofocus={channel === value || undefined}
              onChange={() => onChange(channel)}
            />
            {icon}
            <span>
              <b>{title}</b>
              <span className={css.kindText}>{text}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function kindOf(channel: ConnectionChannel) {
  switch (channel) {
    case 'whatsapp_web':
      return {
        icon: <IconBrandWhatsapp size={24} aria-hidden />,
        title: t('WhatsApp Web, por QR Code ou código'),
        text: t('Usa o WhatsApp de um celular, como um aparelho conectado. Alguém precisa estar com o celular em mãos para ligá-lo.'),
      };
    case 'whatsapp_cloud':
      return {
        icon: <IconBrandMeta size={24} aria-hidden />,
        title: t('Cloud API oficial'),
        text: t('A conexão oficial da Meta, sem celular. Você precisa de um aplicativo no painel da Meta com um número registrado.'),
      };
    case 'simulator':
      return {
        icon: <IconFlask size={24} aria-hidden />,
        title: t('Simulador'),
        text: t('Um celular de mentira, na própria tela, para testar e treinar. Nada sai para o WhatsApp.'),
      };
  }
}
