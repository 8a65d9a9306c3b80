import type { ScheduleView } from '@balcao/contract/schedules';
import { fillVariables } from '@balcao/contract/variables-rules';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { Tone } from '../../../ui/marks/status-chip.tsx';

/** The state in a word. */
export function statusText({ status, heldUntil }: Pick<ScheduleView, 'status' | 'heldUntil'>): { word: string; tone: Tone } {
  if (isHeld({ status, heldUntil })) return { word: t('Em pausa'), tone: 'warn' };
  switch (status) {
    case 'PENDENTE':
      return { word: t('Aguardando'), tone: 'quiet' };
    case 'AGENDADA':
      return { word: t('Enviando'), tone: 'info' };
    case 'ENVIADA':
      return { word: t('Enviado'), tone: 'ok' };
    case 'ERRO':
      return { word: t('Erro de Envio'), tone: 'bad' };
    case 'CANCELADA':
      return { word: t('Cancelado'), tone: 'warn' };
    default:
      throw new Error(`there is no status ${status satisfies never}`);
  }
}

/** The message as it will be read. The number of the conversation is not known before it goes out, so that variable stays as written. */
export function messageText({ body, contact, sendAt }: Pick<ScheduleView, 'body' | 'contact' | 'sendAt'>, timeZone: string): string {
  return fillVariables(body, { contactName: contact.name, protocol: '{{protocol}}', at: new Date(sendAt), timeZone });
}

/** Does the health of its number hold it back? */
export function isHeld({ status, heldUntil }: Pick<ScheduleView, 'status' | 'heldUntil'>): boolean {
  return status === 'PENDENTE' && heldUntil !== null;
}

function heldText({ failReason, heldUntil }: Pick<ScheduleView, 'failReason' | 'heldUntil'>): string {
  const until = { time: formatDateTime(heldUntil ?? '') };
  switch (failReason) {
    case 'limit_reached':
      return t(
        'O número atingiu o limite de novas conversas. Sai sozinha depois de {{time}} ou, se o cliente escrever, em até 15 minutos.',
        until,
      );
    case 'slowed':
      return t('A saúde do número pede calma: as mensagens saem uma a uma. A vez desta é {{time}}.', until);
    case 'refused':
      return t('O WhatsApp recusou uma conversa nova, e o número descansa. Sai sozinha depois de {{time}}.', until);
    case 'restricted_until':
      return t('O WhatsApp restringiu este número até {{time}}. Sai sozinha depois.', until);
    case 'failures':
      return t('Muitos envios falharam e pessoas bloquearam o número, que descansa. Sai sozinha depois de {{time}}.', until);
    default:
      return t('O WhatsApp restringiu este número. Sai sozinha quando ele for liberado; conferimos de novo depois de {{time}}.', until);
  }
}

/** Why it did not go out or still waits, and what helps; null if there is nothing to say. */
export function reasonText({
  status,
  failReason,
  heldUntil,
  whatsapp,
  whatsappId,
}: Pick<ScheduleView, 'status' | 'failReason' | 'heldUntil' | 'whatsapp' | 'whatsappId'>): string | null {
  if (status === 'PENDENTE' && whatsappId !== null && whatsapp === null) return t('A conexão escolhida foi removida. Escolha outra.');
  if (isHeld({ status, heldUntil })) return heldText({ failReason, heldUntil });
  switch (failReason) {
    case null:
      return null;
    case 'too_late':
      return t('O horário passou com o sistema parado, e já era tarde para enviar. Escolha outro horário.');
    case 'no_plan':
      return t('O plano da empresa não inclui agendamentos. Mude de plano e escolha outro horário.');
    case 'subscription_expired':
      return t('A assinatura estava vencida nesta hora. Renove e escolha outro horário.');
    case 'company_inactive':
      return t('A empresa estava suspensa nesta hora. Escolha outro horário.');
    case 'connection_deleted':
      return t('A conexão escolhida foi removida. Escolha outra.');
    case 'no_connection':
      return t('Nenhuma conexão está no ar. Sai sozinha quando uma voltar.');
    case 'window_closed':
      return t('A janela de 24 h estava fechada. Escolha um modelo, espere o cliente escrever, ou use uma conexão por QR.');
    case 'template_missing':
      return t('O modelo não existe mais na Meta. Escolha outro.');
    case 'template_paused':
    case 'template_disabled':
      return t('A Meta não deixa enviar este modelo agora. Escolha outro.');
    case 'template_variables':
    case 'template_content':
      return t('O modelo mudou na Meta, ou falta um valor. Confira as variáveis.');
    case 'marketing_limit':
      return t('O WhatsApp limita o marketing que esta pessoa recebe. Escolha outro dia.');
    case 'opted_out':
      return t('O cliente pediu para não receber mensagens.');
    case 'contact_blocked':
      return t('A empresa bloqueou este contato.');
    case 'answered':
      return t('O cliente escreveu antes. Se ainda fizer sentido, escolha outro horário.');
    case 'withdrawn':
      return t('A mensagem foi apagada na conversa antes de sair.');
    case 'file_refused':
      return t('Esta conexão não aceita a imagem. Troque a imagem ou a conexão.');
    case 'no_text':
      return t('Sem as variáveis, a mensagem ficou vazia. Escreva um texto.');
    case 'not_on_whatsapp':
      return t('O número não tem WhatsApp. Corrija o número do contato.');
    case 'recipient_blocked':
      return t('O cliente bloqueou este número.');
    case 'restricted':
      return t('O WhatsApp restringiu o número da conexão. Veja a conexão, ou escolha outra.');
    case 'answers_held':
      return t('O WhatsApp não deixa o número responder agora. Sai sozinha depois.');
    case 'new_chats_held':
      return t('O número não pode iniciar conversas agora. Sai sozinha depois, ou quando o cliente escrever.');
    case 'rate_limited':
      return t('Foram mensagens demais em pouco tempo. Escolha outro horário.');
    case 'connection_down':
      return status === 'AGENDADA'
        ? t('A conexão está fora do ar. Sai sozinha quando ela voltar.')
        : t('A conexão ficou fora do ar. Veja a conexão, ou escolha outra.');
    case 'unconfirmed':
      return t('Talvez não tenha chegado: o WhatsApp não confirmou. Confira na conversa.');
    case 'credentials':
    case 'number_not_registered':
    case 'payment':
      return t('A Meta recusou a conexão. Avise um administrador.');
    default:
      return t('O WhatsApp não aceitou a mensagem. Veja na conversa.');
  }
}
