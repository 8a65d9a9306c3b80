// Automations in words.
import type { AutomationEvent } from '@balcao/contract/automation-rules';
import { t } from '../../../platform/i18n.ts';
import type { Action, Condition } from './automation-form.ts';

export function eventText(event: AutomationEvent): string {
  switch (event) {
    case 'ticketCreated':
      return t('Uma conversa começa');
    case 'messageReceived':
      return t('O cliente escreve');
    case 'ticketAccepted':
      return t('Alguém assume a conversa');
    case 'ticketTransferred':
      return t('A conversa muda de fila ou de pessoa');
    case 'ticketClosed':
      return t('A conversa é resolvida');
    case 'ticketReopened':
      return t('A conversa é reaberta');
    case 'tagAdded':
      return t('A conversa ganha uma tag');
    case 'waitingLong':
      return t('O cliente espera há algum tempo');
    case 'windowClosing':
      return t('A janela de 24 horas está acabando');
    case 'ratingReceived':
      return t('O cliente avalia o atendimento');
  }
}

export function conditionText(on: Condition['on']): string {
  switch (on) {
    case 'queue':
      return t('Fila');
    case 'tag':
      return t('Tag');
    case 'user':
      return t('Atendente');
    case 'connection':
      return t('Conexão');
    case 'status':
      return t('Estado');
    case 'channel':
      return t('Canal');
    case 'text':
      return t('Texto do cliente');
    case 'hours':
      return t('Expediente');
    case 'field':
      return t('Campo do contato');
    case 'waiting':
      return t('Tempo de espera');
    case 'rating':
      return t('Avaliação');
  }
}

export function opText(op: 'in' | 'notIn' | 'empty' | 'contains' | 'notContains' | 'word' | 'open' | 'closed' | 'equals'): string {
  switch (op) {
    case 'in':
      return t('é uma destas');
    case 'notIn':
      return t('não é nenhuma destas');
    case 'empty':
      return t('está em branco');
    case 'contains':
      return t('contém');
    case 'notContains':
      return t('não contém');
    case 'word':
      return t('tem a palavra');
    case 'open':
      return t('está aberto');
    case 'closed':
      return t('está fechado');
    case 'equals':
      return t('é igual a');
  }
}

export function actionText(kind: Action['do']): string {
  switch (kind) {
    case 'assignUser':
      return t('Atribuir a uma pessoa');
    case 'moveToQueue':
      return t('Mover para uma fila');
    case 'addTag':
      return t('Pôr uma tag');
    case 'removeTag':
      return t('Tirar uma tag');
    case 'sendText':
      return t('Enviar um texto ao cliente');
    case 'addNote':
      return t('Anotar na conversa');
    case 'notifyUser':
      return t('Avisar uma pessoa');
    case 'notifyQueue':
      return t('Avisar uma fila');
    case 'callWebhook':
      return t('Chamar um webhook');
    case 'close':
      return t('Resolver a conversa');
  }
}

export const actionKinds: readonly Action['do'][] = [
  'addTag',
  'removeTag',
  'moveToQueue',
  'assignUser',
  'sendText',
  'addNote',
  'notifyUser',
  'notifyQueue',
  'callWebhook',
  'close',
];

export const conditionKinds: readonly Condition['on'][] = [
  'queue',
  'connection',
  'tag',
  'user',
  'status',
  'channel',
  'text',
  'hours',
  'field',
  'waiting',
  'rating',
];
