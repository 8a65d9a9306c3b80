import { type AutomationAction, type AutomationCondition, automationLimits, minutesMax } from '@balcao/contract/automation-rules';
import type { AutomationView, automationEndpoints } from '@balcao/contract/automations';
import type { Received } from '@balcao/contract/endpoint';
import { automationChanged, automationCreated, automationDeleted, automationsOrdered } from '../../../../events/automations.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { audit } from '../../../company/system/actions.ts';
import { mustNameThings } from '../reads.ts';
import {
  getAutomation,
  holdAutomations,
  insertAutomation,
  listAutomations,
  removeAutomation,
  saveAutomation,
  saveOrder,
} from '../store/automations.ts';
import { automationView } from '../view.ts';

export type AutomationInput = Received<typeof automationEndpoints.createAutomation>['body'];

/** Adds an automation, as the last one. ERR_AUTOMATIONS_LIMIT, and the code of whatever it names that is not there. */
export function createAutomation(ctx: Ctx, input: AutomationInput): Promise<AutomationView> {
  return transaction(ctx, async (ctx) => {
    const others = await holdAutomations(ctx);
    if (others.length >= automationLimits.count) throw new AppError('ERR_AUTOMATIONS_LIMIT', { max: automationLimits.count });
    await mustNameThings(ctx, input);
    const now = ctx.now();
    const position = (others.at(-1)?.position ?? 0) + 1;
    const id = await insertAutomation(ctx, { ...fieldsOf(input), position, active_since: now, created_at: now, updated_at: now });
    const record = automationView(await getAutomation(ctx, id));
    await audit(ctx, { verb: 'automation.created', subject: String(id), details: { name: record.name } });
    await ctx.publish(automationCreated, { record });
    return record;
  });
}

/** Changes an automation as a whole. What the clock brings about counts from now on. ERR_NO_AUTOMATION_FOUND, and as `createAutomation`. */
export function updateAutomation(ctx: Ctx, id: number, input: AutomationInput): Promise<AutomationView> {
  return transaction(ctx, async (ctx) => {
    await mustNameThings(ctx, input);
    const now = ctx.now();
    if (!(await saveAutomation(ctx, id, { ...fieldsOf(input), active_since: now, updated_at: now })))
      throw new AppError('ERR_NO_AUTOMATION_FOUND');
    return tellChange(ctx, id, 'automation.changed');
  });
}

/** Switches an automation on or off. ERR_NO_AUTOMATION_FOUND. */
export function switchAutomation(ctx: Ctx, id: number, active: boolean): Promise<AutomationView> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    if (!(await saveAutomation(ctx, id, { active, active_since: now, updated_at: now }))) throw new AppError('ERR_NO_AUTOMATION_FOUND');
    return tellChange(ctx, id, active ? 'automation.switchedOn' : 'automation.switchedOff');
  });
}

/** Removes an automation with its log. ERR_NO_AUTOMATION_FOUND. */
export function deleteAutomation(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { name } = await getAutomation(ctx, id);
    await removeAutomation(ctx, id);
    await audit(ctx, { verb: 'automation.deleted', subject: String(id), details: { name } });
    await ctx.publish(automationDeleted, { id });
  });
}

/** Puts the automations in this order; those that are not named come last. ERR_NO_AUTOMATION_FOUND. */
export function orderAutomations(ctx: Ctx, ids: readonly number[]): Promise<AutomationView[]> {
  return transaction(ctx, async (ctx) => {
    const known = (await holdAutomations(ctx)).map(({ id }) => id);
    if (ids.some((id) => !known.includes(id))) throw new AppError('ERR_NO_AUTOMATION_FOUND');
    await saveOrder(ctx, [...new Set([...ids, ...known])]);
    const rows = await listAutomations(ctx, automationLimits.count);
    await ctx.publish(automationsOrdered, { ids: rows.map(({ id }) => id) });
    return rows.map(automationView);
  });
}

async function tellChange(
  ctx: Tx,
  id: number,
  verb: 'automation.changed' | 'automation.switchedOn' | 'automation.switchedOff',
): Promise<AutomationView> {
  const record = automationView(await getAutomation(ctx, id));
  await audit(ctx, { verb, subject: String(id), details: { name: record.name } });
  await ctx.publish(automationChanged, { record });
  return record;
}

function fieldsOf({ name, active, event, minutes, match, conditions, actions }: AutomationInput) {
  return {
    ...{ name, active, event, match },
    minutes: minutesMax[event] === undefined ? null : (minutes ?? null),
    conditions: JSON.stringify(conditions satisfies AutomationCondition[]),
    actions: JSON.stringify(actions satisfies AutomationAction[]),
  };
}
