import type { AssistantView } from '@balcao/contract/assistants';
import type { Ctx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { planOf } from '../../company/companies/reads.ts';
import { namedIntegrations, namedPrompts } from './store/named.ts';

export { type AssistantTurn, assistantOf, chosen } from './rules.ts';

/** Nobody looks through more. */
const namedMax = 100;

/** The assistants that the plan includes. */
export function listAssistants(ctx: Ctx): Promise<AssistantView[]> {
  return reading(ctx, async (ctx) => {
    const { useOpenAi, useIntegrations } = await planOf(ctx);
    const prompts = useOpenAi ? await namedPrompts(ctx, namedMax) : [];
    const integrations = useIntegrations ? await namedIntegrations(ctx, namedMax) : [];
    return [...prompts, ...integrations];
  });
}
