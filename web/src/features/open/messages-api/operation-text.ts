import type { publicApiEndpoints } from '@balcao/contract/public-api';
import { t } from '../../../platform/i18n.ts';

/** What a call of the public API does, in words. */
export function operationText(name: string): string {
  const texts: Record<keyof typeof publicApiEndpoints, string> = {
    apiListContacts: t('Contatos na ordem em que foram criados; com number, o que tem o número.'),
    apiShowContact: t('Um contato, com campos extras e endereços.'),
    apiCreateContact: t('Adiciona um contato.'),
    apiUpdateContact: t('Muda os campos enviados de um contato.'),
    apiDeleteContact: t('Exclui um contato com atendimentos e mensagens.'),
    apiListTickets: t('Atendimentos, os mais novos primeiro; por status, contactId, queueId ou userId.'),
    apiShowTicket: t('Um atendimento.'),
    apiOpenTicket: t('Abre um atendimento com um contato: aguardando, ou aberto com userId.'),
    apiMoveTicket: t('Entrega a alguém, devolve, transfere, resolve ou reabre.'),
    apiTagTicket: t('Define as tags de um atendimento.'),
    apiListMessages: t('As mensagens de um atendimento, as mais novas primeiro. Nada é marcado como lido.'),
    apiSendMessage: t('Envia texto, arquivos ou modelo em um atendimento que não está resolvido.'),
    apiShowMessage: t('Uma mensagem, e até onde chegou.'),
    apiListTags: t('Tags na ordem em que foram criadas.'),
    apiCreateTag: t('Adiciona uma tag, ou responde a que já tem o nome.'),
    apiUpdateTag: t('Muda nome ou cor de uma tag.'),
    apiDeleteTag: t('Exclui uma tag, também dos atendimentos.'),
    apiListQueues: t('Filas na ordem em que foram criadas.'),
    apiListTemplates: t('Os modelos dos números da API oficial.'),
  };
  return texts[name as keyof typeof texts] ?? '';
}
