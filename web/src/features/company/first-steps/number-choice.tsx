import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { IconApi, IconFlask, IconQrcode } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import css from './first-steps.module.css';

const ways: readonly ConnectionChannel[] = ['simulator', 'whatsapp_web', 'whatsapp_cloud'];

/** Chooses how to begin, with what each way takes. */
export function NumberChoice({ value, onChange }: { value: ConnectionChannel; onChange: (channel: ConnectionChannel) => void }) {
  return (
    <fieldset className={css.ways}>
      <legend className="visually-hidden">{t('Como quer começar?')}</legend>
      {ways.map((channel) => {
        const { icon, title, text, takes } = wayOf(channel);
        return (
          <label key={channel} className={css.way} data-on={channel === value || undefined}>
            <input type="radio" name="number" value={channel} checked={channel === value} onChange={() => onChange(channel)} />
            {icon}
            <span className={css.wayText}>
              <b>{title}</b>
              {text}
            </span>
            <span className={css.takes}>{takes}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function wayOf(channel: ConnectionChannel) {
  switch (channel) {
    case 'simulator':
      return {
        icon: <IconFlask size={22} aria-hidden />,
        title: t('Número de teste'),
        text: t('Sem celular. Um cliente de mentira conversa com você.'),
        takes: t('1 clique'),
      };
    case 'whatsapp_web':
      return {
        icon: <IconQrcode size={22} aria-hidden />,
        title: t('WhatsApp por QR'),
        text: t('O número da loja. Tenha o celular em mãos.'),
        takes: t('2 min'),
      };
    case 'whatsapp_cloud':
      return {
        icon: <IconApi size={22} aria-hidden />,
        title: t('Cloud API'),
        text: t('Para quem já tem conta aprovada na Meta.'),
        takes: t('10 min'),
      };
  }
}
