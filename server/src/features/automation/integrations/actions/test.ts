import type { Answer, Received } from '@balcao/contract/endpoint';
import { type IntegrationType, integrationDefaults, integrationFault, serviceAccountOf } from '@balcao/contract/integration-rules';
import type { integrationEndpoints } from '@balcao/contract/integrations';
import { BotFailure } from '../../../../gateways/integrations/port.ts';
import { newId } from '../../../../platform/chance.ts';
import type { Outside } from '../../../../platform/context.ts';
import { reading } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import { countOwnCall } from '../../../company/system/actions.ts';
import { mustBeThere } from '../reads.ts';
import { testEnvelope } from '../rules/envelope.ts';
import { findIntegration } from '../store/integrations.ts';
import { callIntegration, type Line } from './call.ts';
import { lineOf } from './line.ts';

/** Per person: each calls an address of the caller's choosing. */
const testsPerMinute = 20;

type Endpoint = (typeof integrationEndpoints)['testIntegration'];

/**
 * Calls what is described with a greeting, and answers what it says. ERR_VALIDATION for what cannot work, ERR_NO_DIALOG_FOUND, and
 * ERR_INTEGRATION_TEST with the reason and the provider's words. The same person may do so `testsPerMinute` times: ERR_TOO_MANY_REQUESTS.
 */
export async function testIntegration(ctx: Outside, input: Received<Endpoint>['body']): Promise<Answer<Endpoint>> {
  const stored = await storedLine(ctx, input.integrationId ?? null);
  const line = described(input, stored);
  await countOwnCall(ctx, 'test of an integration', testsPerMinute);
  const begun = performance.now();
  const event = newId();
  const envelope = testEnvelope({ event, session: newId(), companyId: ctx.companyId }, ctx.now());
  try {
    const answer = await callIntegration(ctx, line, { eventId: event, session: null, envelope });
    const texts = answer.bubbles.map((bubble) => (bubble.type === 'text' ? bubble.text : bubble.url));
    return { texts: [...texts, ...answer.choices], durationMs: Math.round(performance.now() - begun) };
  } catch (error) {
    if (!(error instanceof BotFailure)) throw error;
    throw new AppError('ERR_INTEGRATION_TEST', { reason: error.reason, status: error.status, detail: error.message });
  }
}

function storedLine(ctx: Outside, integrationId: number | null): Promise<Line | null> {
  if (integrationId === null) return Promise.resolve(null);
  return reading(ctx, async (ctx) => lineOf(ctx, mustBeThere(await findIntegration(ctx, integrationId))));
}

/** What is given, and otherwise what is stored. */
function described(input: Received<Endpoint>['body'], stored: Line | null): Line {
  const type: IntegrationType = input.type ?? stored?.type ?? 'dialogflow';
  const given = input.jsonContent?.trim() ?? '';
  if (given !== '' && !serviceAccountOf(given)) throw invalid('body.jsonContent', 'invalid');
  const line: Line = {
    type,
    projectName: input.projectName ?? stored?.projectName ?? '',
    serviceAccount: given || (stored?.serviceAccount ?? ''),
    url: input.urlN8N ?? stored?.url ?? '',
    language: input.language ?? stored?.language ?? integrationDefaults.language,
    slug: input.typebotSlug ?? stored?.slug ?? '',
    secret: stored?.secret ?? null,
    unknownMessage: '',
  };
  const needs = { projectName: line.projectName, hasJsonContent: line.serviceAccount !== '', urlN8N: line.url, typebotSlug: line.slug };
  const fault = integrationFault({ type, ...needs });
  if (fault) throw invalid(`body.${fault.field}`, fault.code);
  return line;
}
