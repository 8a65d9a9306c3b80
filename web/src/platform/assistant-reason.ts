import type { AssistantFailure, AssistantSilence } from '@balcao/contract/assistant-rules';
import { t } from './i18n.ts';

/** Why a language model did not answer, or an assistant no longer answers, with what to do. */
export function assistantReason(reason: AssistantFailure | AssistantSilence | null | undefined): string {
  switch (reason) {
    case 'handed':
      return t('O assistente passou a conversa para uma pessoa');
    case 'withheld':
      return t('O assistente parou: a resposta revelaria as instruções dele');
    case 'stopped':
      return t('O assistente terminou');
    case 'loop':
      return t('O assistente parou: respondeu vezes demais em uma hora, talvez a outro robô');
    case 'key':
      return t('o provedor recusou a chave. Confira a chave em Prompts.');
    case 'quota':
      return t('a conta no provedor está sem saldo.');
    case 'model':
      return t('o provedor não tem mais esse modelo. Escolha outro em Prompts.');
    case 'budget':
      return t('o limite de tokens do mês acabou.');
    case 'length':
      return t('a conversa é longa demais para o modelo. Diminua o número de mensagens do histórico.');
    case 'empty':
      return t('o modelo não escreveu nada. Aumente o máximo de tokens.');
    case 'busy':
      return t('o provedor pediu para esperar.');
    case 'timeout':
      return t('o provedor não respondeu a tempo.');
    case 'unreachable':
      return t('o provedor não pôde ser alcançado.');
    case 'address':
      return t('o endereço do provedor não é permitido.');
    case 'provider':
      return t('o provedor teve um erro.');
    case 'answer':
      return t('a resposta do provedor não pôde ser entendida.');
    case 'audio':
      return t('o áudio não pôde ser ouvido.');
    default:
      return t('o provedor recusou o pedido.');
  }
}
