import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import { IconCircleCheck, IconClockExclamation, IconFlask, IconLoader2, IconPlugConnectedX, IconQrcode } from '@tabler/icons-react';
import { t } from '../../platform/i18n.ts';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import css from './connection-status.module.css';

type Told = Pick<ConnectionView, 'channel' | 'status' | 'statusReason'>;

/** How a connection is doing: icon, word, and below it why and what to do. */
export function ConnectionState({ connection }: { connection: Told }) {
  const sentence = stateSentence(connection);
  return (
    <span className={css.state}>
      <StatusChip
        tone={connection.channel === 'simulator' && connection.status === 'CONNECTED' ? 'quiet' : tones[connection.status]}
        icon={iconOf(connection)}
      >
        {statusText(connection)}
      </StatusChip>
      {sentence && <span className={css.reason}>{sentence}</span>}
    </span>
  );
}

const tones: Record<ConnectionStatus, Tone> = {
  OPENING: 'info',
  qrcode: 'warn',
  PAIRING: 'info',
  CONNECTED: 'ok',
  TIMEOUT: 'warn',
  DISCONNECTED: 'bad',
};

function iconOf({ channel, status }: Told) {
  switch (status) {
    case 'OPENING':
    case 'PAIRING':
      return <IconLoader2 size={14} className={css.turning} />;
    case 'qrcode':
      return <IconQrcode size={14} />;
    case 'CONNECTED':
      return channel === 'simulator' ? <IconFlask size={14} /> : <IconCircleCheck size={14} />;
    case 'TIMEOUT':
      return <IconClockExclamation size={14} />;
    case 'DISCONNECTED':
      return <IconPlugConnectedX size={14} />;
  }
}

/** The state in one or two words. */
export function statusText({ channel, status }: Told): string {
  switch (status) {
    case 'OPENING':
      return t('Conectando');
    case 'qrcode':
      return t('Aguardando QR Code');
    case 'PAIRING':
      return t('Pareando');
    case 'CONNECTED':
      return channel === 'simulator' ? t('Simulação') : t('Conectado');
    case 'TIMEOUT':
      return t('Celular sem resposta');
    case 'DISCONNECTED':
      return t('Desconectado');
  }
}

/** Why it is in that state and what to do next; null when there is nothing to say. */
export function stateSentence(connection: Told): string | null {
  switch (connection.status) {
    case 'OPENING':
      return t('Isto leva alguns segundos.');
    case 'qrcode':
      return t('Leia o código com o celular deste número.');
    case 'PAIRING':
      return t('O celular confirmou. As conversas estão chegando.');
    case 'CONNECTED':
      return null;
    case 'TIMEOUT':
      return t('O celular está sem internet. Confira a rede dele; a conexão volta sozinha.');
    case 'DISCONNECTED':
      return reasonSentence(connection.channel, connection.statusReason);
  }
}

function reasonSentence(channel: ConnectionChannel, reason: string | null): string {
  switch (reason) {
    case 'logged_out':
      return t('A sessão foi encerrada no celular. Leia um novo QR Code.');
    case 'disconnected_by_user':
      return t('Alguém da equipe desconectou. Conecte de novo quando quiser.');
    case 'replaced':
      return t('Outro sistema assumiu a sessão deste número. Encerre o outro e tente de novo.');
    case 'banned':
    case 'restricted':
      return t('O WhatsApp restringiu este número. Veja o aviso no aplicativo e tente mais tarde.');
    case 'passkey_required':
      return t('O WhatsApp pediu a chave de acesso. Confirme no celular e tente de novo.');
    case 'qr_expired':
      return t('O QR Code venceu sem ser lido. Gere um novo.');
    case 'network':
      return t('Não houve resposta do WhatsApp. Confira a internet do servidor e tente de novo.');
    case 'credentials':
      return t('A Meta não aceitou o token ou os identificadores. Confira as credenciais e teste de novo.');
    case 'not_permitted':
      return t('O token não tem as permissões de mensagens. Gere outro com whatsapp_business_messaging.');
    case 'number_not_registered':
      return t('Este número ainda não está registrado na Cloud API. Conclua o registro no painel da Meta.');
    case 'invalid_request':
      return t('A Meta não reconheceu os identificadores. Confira o número e a conta (WABA).');
    case 'payment':
      return t('Há uma pendência de pagamento na conta da Meta. Regularize e tente de novo.');
    case 'rate_limited':
      return t('Foram pedidos demais em pouco tempo. Espere alguns minutos e tente de novo.');
    default:
      return channel === 'whatsapp_web'
        ? t('O servidor não conseguiu abrir uma sessão do WhatsApp Web. Tente de novo; se continuar, use a Cloud API ou o simulador.')
        : t('A conexão caiu. Tente de novo.');
  }
}

/** The kind of a connection by its name. */
export function channelText(channel: Exclude<ConnectionChannel, 'simulator'>): string {
  switch (channel) {
    case 'whatsapp_web':
      return t('WhatsApp Web');
    case 'whatsapp_cloud':
      return t('Cloud API');
  }
}
