import { type AutomationEvent, automationLimits, minutesMax } from '@balcao/contract/automation-rules';
import type { AutomationView } from '@balcao/contract/automations';
import { t } from '../../../platform/i18n.ts';

export type Condition = AutomationView['conditions'][number];
export type Action = AutomationView['actions'][number];

export type AutomationValues = {
  name: string;
  active: boolean;
  event: AutomationEvent;
  minutes: number | '';
  match: 'all' | 'any';
  conditions: Condition[];
  actions: Action[];
};

export function automationValues(record: AutomationView | null): AutomationValues {
  if (!record)
    return { name: '', active: true, event: 'ticketCreated', minutes: '', match: 'all', conditions: [], actions: [newAction('addTag')] };
  const { name, active, event, minutes, match, conditions, actions } = record;
  return { name, active, event, minutes: minutes ?? '', match, conditions, actions };
}

/** A condition of this kind, to be filled in. */
export function newCondition(on: Condition['on']): Condition {
  switch (on) {
    case 'queue':
    case 'tag':
    case 'user':
    case 'connection':
      return { on, op: 'in', ids: [] };
    case 'status':
      return { on, op: 'in', statuses: [] };
    case 'channel':
      return { on, op: 'in', channels: [] };
    case 'text':
      return { on, op: 'contains', words: [] };
    case 'hours':
      return { on, op: 'closed' };
    case 'field':
      return { on, op: 'equals', name: '', value: '' };
    case 'waiting':
      return { on, minutes: 10 };
    case 'rating':
      return { on, ratings: [1] };
  }
}

/** An action of this kind, to be filled in. Ids of 0 are not chosen yet. */
export function newAction(kind: Action['do']): Action {
  switch (kind) {
    case 'assignUser':
      return { do: kind, userId: 0 };
    case 'moveToQueue':
      return { do: kind, queueId: 0 };
    case 'addTag':
    case 'removeTag':
      return { do: kind, tagId: 0 };
    case 'sendText':
    case 'addNote':
      return { do: kind, text: '' };
    case 'notifyUser':
      return { do: kind, userId: 0, text: '' };
    case 'notifyQueue':
      return { do: kind, queueId: 0, text: '' };
    case 'callWebhook':
      return { do: kind, webhookId: 0 };
    case 'close':
      return { do: kind };
  }
}

/** What a condition lacks; null if nothing. */
export function conditionProblem(condition: Condition): string | null {
  const lacks =
    ('ids' in condition && condition.op !== 'empty' && condition.ids.length === 0) ||
    ('statuses' in condition && condition.statuses.length === 0) ||
    ('channels' in condition && condition.channels.length === 0) ||
    ('words' in condition && condition.words.length === 0) ||
    ('ratings' in condition && condition.ratings.length === 0) ||
    (condition.on === 'field' && condition.name.trim() === '');
  return lacks ? t('Complete a condição.') : null;
}

/** What an action lacks; null if nothing. */
export function actionProblem(action: Action): string | null {
  const lacks =
    ('userId' in action && action.userId === 0) ||
    ('queueId' in action && action.queueId === 0) ||
    ('tagId' in action && action.tagId === 0) ||
    ('webhookId' in action && action.webhookId === 0) ||
    ('text' in action && action.text.trim() === '');
  return lacks ? t('Complete a ação.') : null;
}

export function automationRules() {
  return {
    name: (name: string) => (name.trim().length < 2 ? t('Muito curto!') : name.trim().length > 60 ? t('Muito longo!') : null),
    minutes: (minutes: number | '', { event }: AutomationValues) => {
      const max = minutesMax[event];
      if (max === undefined) return null;
      if (minutes === '') return t('Obrigatório');
      return minutes > max ? t('No máximo {{max}} minutos.', { max }) : null;
    },
    conditions: (conditions: Condition[]) => conditions.map(conditionProblem).find((problem) => problem !== null) ?? null,
    actions: (actions: Action[]) =>
      actions.length === 0 ? t('Escolha ao menos uma ação.') : (actions.map(actionProblem).find((problem) => problem !== null) ?? null),
  };
}

/** Where one more may be added. */
export function hasRoom(list: 'conditions' | 'actions', count: number): boolean {
  return count < automationLimits[list];
}

export function automationBody({ name, active, event, minutes, match, conditions, actions }: AutomationValues) {
  const timed = minutesMax[event] !== undefined && minutes !== '';
  return { name: name.trim(), active, event, minutes: timed ? minutes : null, match, conditions, actions };
}
