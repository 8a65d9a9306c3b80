import type { PlanView } from '@balcao/contract/plans';
import { platformFact } from '../platform/facts.ts';

export const planCreated = platformFact<{ plan: PlanView }>('plan.created');
export const planChanged = platformFact<{ plan: PlanView }>('plan.changed');
export const planDeleted = platformFact<{ planId: number }>('plan.deleted');
