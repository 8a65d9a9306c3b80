import type { AutomationView } from '@balcao/contract/automations';
import { fact } from '../platform/facts.ts';

export const automationCreated = fact<{ record: AutomationView }>('automation.created');
export const automationChanged = fact<{ record: AutomationView }>('automation.changed');
export const automationDeleted = fact<{ id: number }>('automation.deleted');
/** They have another order. */
export const automationsOrdered = fact<{ ids: number[] }>('automation.ordered');
/** Its log has something more. `at`: ISO 8601. */
export const automationFired = fact<{ id: number; at: string }>('automation.fired');
/** An automation tells a person, or the people of a queue, something about a ticket. */
export const automationNoticed = fact<{
  to: { userId: number } | { queueId: number };
  text: string;
  automation: string;
  ticket: { id: number; uuid: string; number: number; contactName: string };
}>('automation.noticed');
