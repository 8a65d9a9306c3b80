import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { IconCircleCheck } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './wizard.module.css';

/** The connection is ready; suggests what to do next. */
export function WizardDone({ name, channel, importDays }: { name: string; channel: ConnectionChannel; importDays: number }) {
  return (
    <div className={css.done} role="status">
      <IconCircleCheck size={48} aria-hidden />
      <h3>{t('{{name}} está pronto', { name })}</h3>
      <p>
        {channel === 'simulator'
          ? t('Abra o simulador e escreva como cliente: a conversa aparece em Atendimentos.')
          : t('As mensagens que chegarem neste número aparecem em Atendimentos. Peça a alguém que escreva para testar.')}
      </p>
      {channel === 'whatsapp_web' && importDays > 0 && (
        <p>{t('As conversas do celular chegam aos poucos. Deixe o WhatsApp aberto nele por alguns minutos.')}</p>
      )}
    </div>
  );
}
