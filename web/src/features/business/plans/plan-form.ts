import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

export type PlanValues = { name: string; users: number; connections: number; queues: number; value: number } & Record<PlanFlag, boolean>;

/** The form of a new or existing plan. A new one allows nothing and has all features. */
export function planValues(plan: PlanView | null): PlanValues {
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, plan ? plan[flag] : true])) as Record<PlanFlag, boolean>;
  const { name, users, connections, queues, value } = plan ?? { name: '', users: 0, connections: 0, queues: 0, value: 0 };
  return { name, users, connections, queues, value, ...flags };
}

export function planRules() {
  return { name: (name: string) => lengthProblem(name.trim(), 2, 50) };
}

export function planBody(values: PlanValues) {
  return { ...values, name: values.name.trim(), value: Math.round(values.value * 100) / 100 };
}

/** What people call the features that a plan switches. */
export function flagText(flag: PlanFlag): string {
  const texts: Record<PlanFlag, string> = {
    useCampaigns: t('Campanhas'),
    useSchedules: t('Agendamentos'),
    useInternalChat: t('Chat Interno'),
    useExternalApi: t('API externa'),
    useKanban: t('Kanban'),
    useOpenAi: t('Inteligência artificial'),
    useIntegrations: t('Integrações'),
  };
  return texts[flag];
}
