import type { IntegrationType } from '@balcao/contract/integration-rules';
import { t } from '../../../platform/i18n.ts';

/** The names by which their makers call them. */
export const typeNames: Record<IntegrationType, string> = { dialogflow: 'DialogFlow', n8n: 'n8n', webhook: 'WebHook', typebot: 'Typebot' };

/** What a type is for, in a line. */
export function typeHint(type: IntegrationType): string {
  switch (type) {
    case 'dialogflow':
      return t('Um agente do Dialogflow ES entende o que o cliente escreve e responde.');
    case 'n8n':
      return t('Um fluxo do n8n recebe cada mensagem; o que ele devolve vai para o cliente.');
    case 'webhook':
      return t('Seu sistema recebe cada mensagem assinada; o que ele devolve vai para o cliente.');
    case 'typebot':
      return t('Um fluxo do Typebot conversa com o cliente, com perguntas e opções.');
  }
}
