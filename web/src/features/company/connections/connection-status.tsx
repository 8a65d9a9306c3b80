import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import { IconCircleCheck, IconClockExclamation, IconFlask, IconLoader2, IconPlugConnectedX, IconQrcode } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { StatusChip, type Tone } from '../../../ui/marks/status-chip.tsx';
import { reasonSentence, sentenceOf } from './connection-reasons.ts';
import css from './connection-status.module.css';

type Told = Pick<ConnectionView, 'channel' | 'status' | 'statusReason'>;

/** How a connection is doing: icon, word, and below it why and what to do. */
export function ConnectionState({ connection }: { connection: Told }) {
  const sentence = stateSentence(connection);
  return (
    <span className={css.state}>
      <StatusChip
        tone={connection.channel === 'simulator' && connection.status === 'CONNECTED' ? 'quiet' : toneOf(connection.status)}
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

/** The colour of a status. Never the only sign of it. */
export function toneOf(status: ConnectionStatus): Tone {
  return tones[status];
}

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
export function statusText({ channel, status }: Pick<Told, 'channel' | 'status'>): string {
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
      return t('Sem resposta');
    case 'DISCONNECTED':
      return t('Desconectado');
  }
}

/** Why it is in that state and what to do next; null when there is nothing to say. */
export function stateSentence(connection: Told): string | null {
  switch (connection.status) {
    case 'OPENING':
      return sentenceOf(connection.channel, connection.statusReason) ?? t('Isto leva alguns segundos.');
    case 'qrcode':
      return t('Leia o código com o celular deste número.');
    case 'PAIRING':
      return t('O celular confirmou. As conversas estão chegando.');
    case 'CONNECTED':
      return null;
    case 'TIMEOUT':
      return sentenceOf(connection.channel, connection.statusReason) ?? t('O WhatsApp não responde. A conexão é tentada de novo sozinha.');
    case 'DISCONNECTED':
      return reasonSentence(connection);
  }
}

/** The name of a channel. */
export function channelText(channel: Exclude<ConnectionChannel, 'simulator'>): string {
  switch (channel) {
    case 'whatsapp_web':
      return t('WhatsApp Web');
    case 'whatsapp_cloud':
      return t('Cloud API');
  }
}
