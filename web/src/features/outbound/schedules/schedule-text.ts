import type { ScheduleView } from '@balcao/contract/schedules';
import { t } from '../../../platform/i18n.ts';
import type { Tone } from '../../../ui/marks/status-chip.tsx';

/** The state in a word. */
export function statusText({ status }: Pick<ScheduleView, 'status'>): { word: string; tone: Tone } {
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

/** Why it did not go out or still waits, and what helps; null if there is nothing to say. */
export function reasonText({
  status,
  failReason,
  whatsapp,
  whatsappId,
}: Pick<ScheduleView, 'status' | 'failReason' | 'whatsapp' | 'whatsappId'>): string | null {
  if (status === 'PENDENTE' && whatsappId !== null && whatsapp === null) return t('A conexão escolhida foi removida. Escolha outra.');
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
      return t('A janela de 24 h estava fechada. Espere o cliente escrever, ou use uma conexão por QR.');
    case 'opted_out':
      return t('O cliente pediu para não receber mensagens.');
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
