import { answersHeldBack, heldBack } from '@balcao/contract/connection-health-rules';
import type { MessageView } from '@balcao/contract/messages';
import { messageLine } from '../../../../data/messages/message-line.ts';
import type { PendingMessage } from '../../../../data/messages/pending.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatDateTime, formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { kindText } from '../../../../platform/message-kind.ts';
import type { TickState } from '../../../../ui/marks/ticks.tsx';

/** Why a message did not go out, and what helps. */
export function failText(reason: string | null): string {
  switch (reason) {
    case 'window_closed':
      return t('Não enviada: a janela de 24 h fechou. Envie um modelo, ou espere o cliente escrever.');
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
    case 'marketing_limit':
      return t('Não enviada: o WhatsApp limita o marketing que esta pessoa recebe. Espere ao menos um dia.');
    case 'template_missing':
      return t('Não enviada: este modelo não existe mais na Meta. Escolha outro.');
    case 'template_variables':
    case 'template_content':
      return t('Não enviada: o modelo mudou na Meta, ou um valor não serve nele. Preencha de novo.');
    case 'template_paused':
      return t('Não enviada: a Meta pausou este modelo. Escolha outro.');
    case 'template_disabled':
      return t('Não enviada: a Meta desativou este modelo. Escolha outro.');
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
    case 'cancelled':
      return t('Não enviada: a campanha foi cancelada antes.');
    case 'network':
      return t('Não enviada: a rede falhou no caminho.');
    case 'unconfirmed':
      return t('Talvez não tenha chegado: o WhatsApp não confirmou. Confira antes de reenviar.');
    default:
      return t('Não enviada. Tente de novo; se continuar, veja a conexão.');
  }
}

/** Why a message is held back, and until when; null if it is not. */
export function waitText({ state, failReason, waitsUntil }: Pick<MessageView, 'state' | 'failReason' | 'waitsUntil'>): string | null {
  if (state !== 'queued' || waitsUntil === null) return null;
  switch (failReason) {
    case heldBack:
      return t('Espera: o número não pode iniciar conversas até {{date}}. Sai sozinha depois, ou quando o cliente escrever.', {
        date: formatDateTime(waitsUntil),
      });
    case answersHeldBack:
      return t('Espera: o WhatsApp não deixa este número responder até {{date}}. Sai sozinha depois.', {
        date: formatDateTime(waitsUntil),
      });
    case 'connection_down':
      return t('Espera: a conexão está fora do ar. Sai sozinha quando ela voltar.');
    default:
      return null;
  }
}

export function pendingText(pending: PendingMessage): string | null {
  if (pending.state === 'waiting') return t('Sem conexão. Sai sozinha quando a internet voltar.');
  return pending.state === 'failed' && pending.error ? errorText(pending.error) : null;
}

export function tickOf(message: MessageView): TickState {
  if (message.state === 'failed') return 'failed';
  if (message.ack === 0) return 'waiting';
  return (['sent', 'delivered', 'read', 'played'] as const)[message.ack - 1] ?? 'read';
}

/** How a call went, in words. */
export function callText({ video, outcome }: NonNullable<MessageView['call']>): string {
  switch (outcome) {
    case 'ringing':
      return video ? t('Chamada de vídeo tocando…') : t('Chamada de voz tocando…');
    case 'answered':
      return video ? t('Chamada de vídeo atendida no celular') : t('Chamada de voz atendida no celular');
    case 'missed':
      return video ? t('Chamada de vídeo perdida') : t('Chamada de voz perdida');
    case 'rejected':
      return video ? t('Chamada de vídeo recusada') : t('Chamada de voz recusada');
  }
}

/** Why a message has no content, and what helps. */
export function placeholderText(placeholder: NonNullable<MessageView['placeholder']>): string {
  switch (placeholder) {
    case 'awaiting_phone':
      return t('Aguardando esta mensagem. Ela aparece aqui quando o celular do cliente a enviar de novo.');
    case 'view_once':
      return t('Mensagem de visualização única. Só pode ser aberta no celular.');
    case 'other':
      return t('Mensagem de um tipo que não aparece aqui. Veja no celular.');
  }
}

/** Replaces the numbers of mentioned people with their names. */
export function withNames(text: string, mentions: MessageView['mentions']): string {
  let named = text;
  for (const { token, name } of mentions) named = named.replaceAll(`@${token}`, () => `@${name}`);
  return named;
}

/** One line about a message, for quotes. */
export function contentOf(message: Pick<MessageView, 'body' | 'mediaType' | 'isVoice' | 'isDeleted' | 'call' | 'mentions'>): string {
  if (message.isDeleted) return t('Mensagem apagada');
  if (message.call) return callText(message.call);
  if (message.mediaType === 'locationMessage' || message.mediaType === 'vcard' || message.body === '')
    return kindText(message.mediaType, message.isVoice);
  return withNames(message.body, message.mentions);
}

/** The same on one line, without marks and signature. */
export function briefOf(message: Parameters<typeof contentOf>[0] & Pick<MessageView, 'fromMe'>): string {
  return messageLine(contentOf(message), message.fromMe);
}

/** The author of a message, by the name the reader knows. */
export function authorOf(message: Pick<MessageView, 'fromMe' | 'user' | 'participant' | 'participantName' | 'contact'>): string {
  return message.fromMe ? (message.user?.name ?? t('Você')) : (participantText(message) ?? message.contact?.name ?? t('Cliente'));
}

/** The group member who wrote it: their name, else their number; null outside groups. */
export function participantText({ participant, participantName }: Pick<MessageView, 'participant' | 'participantName'>): string | null {
  if (participantName) return /^\d{8,15}$/.test(participantName) ? formatPhone(participantName) : participantName;
  return participant === null ? null : t('Participante');
}

/** What a document is called. */
export function documentName({ mediaName, body }: Pick<MessageView, 'mediaName' | 'body'>): string {
  return mediaName ?? (body || t('Documento'));
}

/** A PDF that the server keeps. One on its way there cannot be read back by the page. */
export function isPdf({ mediaMime, mediaUrl }: Pick<MessageView, 'mediaMime' | 'mediaUrl'>): boolean {
  return mediaMime === 'application/pdf' && mediaUrl !== null && !mediaUrl.startsWith('blob:');
}

const templateMediaTypes = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'application' } as const;

/** What the file of a message is; that of a template stands above its text. */
export function fileTypeOf({ mediaType, template }: Pick<MessageView, 'mediaType' | 'template'>): MessageView['mediaType'] {
  return template?.media ? templateMediaTypes[template.media.kind] : mediaType;
}
