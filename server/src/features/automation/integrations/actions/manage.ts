import type { AuditVerb } from '@balcao/contract/audit-rules';
import type { Received } from '@balcao/contract/endpoint';
import {
  type IntegrationType,
  integrationDefaults,
  integrationFault,
  serviceAccountOf,
  signsCalls,
} from '@balcao/contract/integration-rules';
import type { IntegrationView, integrationEndpoints } from '@balcao/contract/integrations';
import { integrationChanged, integrationCreated, integrationDeleted } from '../../../../events/integrations.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { invalid, refusingDuplicates } from '../../../../platform/errors.ts';
import { newToken } from '../../../../platform/secrets.ts';
import { leaveIntegration as leaveConnections } from '../../../company/connections/actions.ts';
import { leaveIntegration as leaveQueues } from '../../../company/queues/actions.ts';
import { audit } from '../../../company/system/actions.ts';
import { mustBeThere } from '../reads.ts';
import { type IntegrationRow, insertIntegration, lockIntegration, removeIntegration, saveIntegration } from '../store/integrations.ts';
import { integrationView } from '../view.ts';

export type NewIntegration = Received<typeof integrationEndpoints.createIntegration>['body'];
type Change = Received<typeof integrationEndpoints.updateIntegration>['body'];

const taken = { integrations_name: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' } as const;

/** Adds an integration. Its secret for signing is answered here and never again. ERR_VALIDATION, ERR_INTEGRATION_NAME_ALREADY_EXISTS. */
export function createIntegration(ctx: Ctx, input: NewIntegration): Promise<IntegrationView & { secret: string | null }> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const secret = signsCalls(input.type) ? newToken() : null;
      const at = ctx.now();
      const row = await insertIntegration(ctx, {
        ...columnsOf(ctx, input, null),
        type: input.type,
        name: input.name,
        secret: secret === null ? null : ctx.secrets.encrypt(secret),
        created_at: at,
        updated_at: at,
      });
      const integration = integrationView(row);
      await audit(ctx, { verb: 'integration.created', subject: String(row.id), details: { name: row.name, type: row.type } });
      await ctx.publish(integrationCreated, { integration });
      return { ...integration, secret };
    }),
  );
}

/** Changes the given fields. ERR_NO_DIALOG_FOUND, ERR_VALIDATION, ERR_INTEGRATION_NAME_ALREADY_EXISTS. */
export function updateIntegration(ctx: Ctx, id: number, input: Change): Promise<IntegrationView> {
  return refusingDuplicates(taken, () =>
    transaction(ctx, async (ctx) => {
      const before = mustBeThere(await lockIntegration(ctx, id));
      const type = input.type ?? (before.type as IntegrationType);
      // One that becomes a webhook signs from then on; its secret is shown when it is replaced.
      const secret = signsCalls(type) ? (before.secret ?? ctx.secrets.encrypt(newToken())) : null;
      const row = await saveIntegration(ctx, id, {
        ...columnsOf(ctx, { ...input, type }, before),
        type,
        name: input.name,
        secret,
        updated_at: ctx.now(),
      });
      return announce(ctx, row, 'integration.changed');
    }),
  );
}

/** Removes an integration with its log. Queues, connections and conversations go on without it. ERR_NO_DIALOG_FOUND. */
export function deleteIntegration(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const row = mustBeThere(await lockIntegration(ctx, id));
    await leaveQueues(ctx, id);
    await leaveConnections(ctx, id);
    await removeIntegration(ctx, id);
    await audit(ctx, { verb: 'integration.deleted', subject: String(id), details: { name: row.name } });
    await ctx.publish(integrationDeleted, { integrationId: id });
  });
}

/** A new secret for signing, answered here and never again. ERR_NO_DIALOG_FOUND; ERR_VALIDATION for a type that signs nothing. */
export function replaceSecret(ctx: Ctx, id: number): Promise<string> {
  return transaction(ctx, async (ctx) => {
    const before = mustBeThere(await lockIntegration(ctx, id));
    if (!signsCalls(before.type as IntegrationType)) throw invalid('params.integrationId', 'fixed');
    const secret = newToken();
    const row = await saveIntegration(ctx, id, { secret: ctx.secrets.encrypt(secret), updated_at: ctx.now() });
    await announce(ctx, row, 'integration.secretReplaced');
    return secret;
  });
}

async function announce(ctx: Tx, row: IntegrationRow, verb: AuditVerb): Promise<IntegrationView> {
  const integration = integrationView(row);
  await audit(ctx, { verb, subject: String(row.id), details: { name: row.name } });
  await ctx.publish(integrationChanged, { integration });
  return integration;
}

/** The columns of the given fields, once they make an integration that can work. */
function columnsOf(ctx: Pick<Tx, 'secrets'>, input: Change & { type: IntegrationType }, before: IntegrationRow | null) {
  const account = input.jsonContent?.trim() ?? '';
  if (account !== '' && !serviceAccountOf(account)) throw invalid('body.jsonContent', 'invalid');
  const isDialogflow = input.type === 'dialogflow';
  const projectName = isDialogflow ? (input.projectName ?? before?.project_name ?? '') : (input.name ?? before?.name ?? '');
  const fault = integrationFault({
    type: input.type,
    projectName,
    hasJsonContent: account !== '' || Boolean(before?.service_account),
    urlN8N: input.urlN8N ?? before?.url ?? '',
    typebotSlug: input.typebotSlug ?? before?.slug ?? '',
  });
  if (fault) throw invalid(`body.${fault.field}`, fault.code);
  return {
    project_name: projectName.trim(),
    service_account: isDialogflow ? (account === '' ? undefined : ctx.secrets.encrypt(account)) : null,
    url: input.urlN8N?.trim(),
    language: input.language,
    slug: input.typebotSlug?.trim(),
    expires: input.typebotExpires ?? (before ? undefined : integrationDefaults.typebotExpires),
    delay: input.typebotDelayMessage ?? (before ? undefined : integrationDefaults.typebotDelayMessage),
    keyword_finish: input.typebotKeywordFinish?.trim(),
    keyword_restart: input.typebotKeywordRestart?.trim(),
    unknown_message: input.typebotUnknownMessage,
    restart_message: input.typebotRestartMessage,
  };
}
