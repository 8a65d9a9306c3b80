import {
  type DeliveryReason,
  type DeliveryState,
  type WebhookEventName,
  webhookAutomationEvent,
  webhookEventNames,
} from '@balcao/contract/webhook-rules';
import { t } from '../../../platform/i18n.ts';

/** What a webhook may be told of, in words. */
export function eventText(event: WebhookEventName): string {
  const texts: Record<WebhookEventName, string> = {
    'message.received': t('Cliente escreveu'),
    'message.sent': t('Mensagem enviada'),
    'message.changed': t('Mensagem entregue, lida, editada ou com falha'),
    'ticket.created': t('Atendimento aberto'),
    'ticket.changed': t('Atendimento mudou de fila, atendente ou status'),
    'ticket.closed': t('Atendimento resolvido'),
    'ticket.tagged': t('Tags do atendimento mudaram'),
    'ticket.deleted': t('Atendimento excluído'),
    'contact.created': t('Contato criado'),
    'contact.changed': t('Contato alterado'),
    'contact.deleted': t('Contato excluído'),
    'contacts.changed': t('Muitos contatos mudaram de uma vez'),
    'import.finished': t('Importação de planilha terminou'),
    'tag.created': t('Tag criada'),
    'tag.changed': t('Tag alterada'),
    'tag.deleted': t('Tag excluída'),
  };
  return texts[event];
}

/** What an event in the log is about: also those that are sent though nobody chose them. */
export function deliveryText(event: string): string {
  const chosen = webhookEventNames.find((each) => each === event);
  if (chosen) return eventText(chosen);
  return event === webhookAutomationEvent ? t('Uma automação chamou') : t('Teste');
}

export function deliveryStateText(state: DeliveryState): string {
  const texts: Record<DeliveryState, string> = { waiting: t('Na fila'), delivered: t('Entregue'), dead: t('Desistiu') };
  return texts[state];
}

/** Why the last attempt failed, in words. `status`: of the answer. */
export function reasonText(reason: DeliveryReason, status: number | null): string {
  const texts: Record<DeliveryReason, string> = {
    status: t('Respondeu {{status}}', { status: status ?? 0 }),
    bad_address: t('O endereço não é válido'),
    private_address: t('O endereço fica em uma rede privada, e essas não são chamadas'),
    unreachable: t('O servidor não foi alcançado'),
    timeout: t('Demorou demais para responder'),
    too_large: t('A resposta é grande demais'),
    redirected: t('Encaminhou para outro endereço, o que não é seguido'),
  };
  return texts[reason];
}
