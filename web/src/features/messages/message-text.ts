import type { MessageView } from '@balcao/contract/messages';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { kindText } from '../../platform/message-kind.ts';
import type { TickState } from '../../ui/ticks.tsx';
import type { Parcel } from './live.ts';

/** Why a message did not go out, and what helps. */
export function failText(reason: string | null): string {
  switch (reason) {
    case 'window_closed':
      return t('Não enviada: a janela de 24 h fechou. O cliente precisa escrever primeiro.');
    case 'not_on_whatsapp':
      return t('Não enviada: este número não tem WhatsApp.');
    case 'recipient_blocked':
      return t('Não enviada: o cliente bloqueou este número.');
    case 'opted_out':
      return t('Não enviada: o cliente pediu para não receber mensagens.');
    case 'restricted':
      return t('Não enviada: o WhatsApp restringiu este número. Veja a conexão.');
    case 'rate_limited':
      return t('Não enviada: foram mensagens demais em pouco tempo. Espere um pouco.');
    case 'media_rejected':
      return t('Não enviada: o WhatsApp recusou o arquivo. Tente outro formato.');
    case 'invalid_request':
      return t('Não enviada: o WhatsApp não aceitou o conteúdo.');
    case 'not_permitted':
      return t('Não enviada: esta conexão não permite isso.');
    case 'credentials':
      return t('Não enviada: a chave de acesso da conexão não vale mais. Avise um administrador.');
    case 'number_not_registered':
      return t('Não enviada: o número da conexão não está registrado. Avise um administrador.');
    case 'payment':
      return t('Não enviada: há uma pendência de pagamento na conta do WhatsApp.');
    case 'connection_down':
      return t('Não enviada: a conexão estava fora do ar.');
    case 'network':
      return t('Não enviada: a rede falhou no caminho.');
    case 'unconfirmed':
      return t('Talvez não tenha chegado: o WhatsApp não confirmou. Confira antes de reenviar.');
    default:
      return t('Não enviada. Tente de novo; se continuar, veja a conexão.');
  }
}

export function parcelText(parcel: Parcel): string | null {
  if (parcel.state === 'waiting') return t('Sem conexão. Sai sozinha quando a internet voltar.');
  return parcel.state === 'failed' && parcel.error ? errorText(parcel.error) : null;
}

export function tickOf(message: MessageView): TickState {
  if (message.state === 'failed') return 'failed';
  if (message.ack === 0) return 'waiting';
  return (['sent', 'delivered', 'read', 'played'] as const)[message.ack - 1] ?? 'read';
}

/** One line about a message, for quotes. */
export function briefOf(message: Pick<MessageView, 'body' | 'mediaType' | 'isVoice' | 'isDeleted'>): string {
  if (message.isDeleted) return t('Mensagem apagada');
  if (message.mediaType === 'locationMessage' || message.mediaType === 'vcard' || message.body === '')
    return kindText(message.mediaType, message.isVoice);
  return message.body;
}

/** Who wrote it, as the reader calls him. */
export function authorOf(message: Pick<MessageView, 'fromMe' | 'user' | 'participantName' | 'contact'>): string {
  return message.fromMe ? (message.user?.name ?? t('Você')) : (message.participantName ?? message.contact?.name ?? t('Cliente'));
}
