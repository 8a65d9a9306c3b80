// What admins do with prompts.
import { keepsSecret, needsKeyAgain } from '@balcao/contract/prompt-rules';
import type { PromptView } from '@balcao/contract/prompts';
import { promptChanged, promptCreated, promptDeleted } from '../../../../events/prompts.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../../platform/errors.ts';
import { holdQueue } from '../../../company/queues/actions.ts';
import { audit } from '../../../company/system/actions.ts';
import { showPrompt } from '../reads.ts';
import { insertPrompt, lockPrompt, promptsOfQueue, removePrompt, savePrompt } from '../store/prompts.ts';

export type PromptInput = {
  name: string;
  prompt: string;
  model: string;
  maxTokens: number;
  temperature: number;
  apiKey: string;
  baseUrl: string | null;
  queueId: number;
  maxMessages: number;
  voice: string;
  voiceModel: string;
  transcriptionModel: string;
};

/** Adds a prompt. ERR_NO_QUEUE_FOUND; ERR_API_KEY_REQUIRED if the key is only its mask. */
export function createPrompt(ctx: Ctx, input: PromptInput): Promise<PromptView> {
  return transaction(ctx, async (ctx) => {
    if (keepsSecret(input.apiKey)) throw new AppError('ERR_API_KEY_REQUIRED');
    await holdQueue(ctx, input.queueId);
    const at = ctx.now();
    const id = await insertPrompt(ctx, {
      name: input.name,
      prompt: input.prompt,
      model: input.model,
      max_tokens: input.maxTokens,
      temperature: input.temperature,
      api_key: ctx.secrets.encrypt(input.apiKey.trim()),
      base_url: input.baseUrl,
      queue_id: input.queueId,
      max_messages: input.maxMessages,
      voice: input.voice,
      voice_model: input.voiceModel,
      transcription_model: input.transcriptionModel,
      created_at: at,
      updated_at: at,
    });
    const prompt = await showPrompt(ctx, id);
    await audit(ctx, { verb: 'prompt.created', subject: String(id), details: { name: prompt.name } });
    await ctx.publish(promptCreated, { prompt });
    return prompt;
  });
}

/** Changes the given fields; an empty key, or its mask, keeps the key. ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_FOUND, ERR_API_KEY_REQUIRED. */
export function updatePrompt(
  ctx: Ctx,
  id: number,
  input: { [Field in keyof PromptInput]?: PromptInput[Field] | undefined },
): Promise<PromptView> {
  return transaction(ctx, async (ctx) => {
    const before = await lockPrompt(ctx, id);
    if (!before) throw new AppError('ERR_NO_PROMPT_FOUND');
    const { apiKey } = input;
    const keeps = apiKey === undefined || keepsSecret(apiKey);
    const baseUrl = input.baseUrl === undefined ? before.base_url : input.baseUrl;
    if (keeps && needsKeyAgain(before.base_url, baseUrl)) throw new AppError('ERR_API_KEY_REQUIRED');
    if (input.queueId !== undefined && input.queueId !== before.queue_id) await holdQueue(ctx, input.queueId);
    const elsewhere = baseUrl !== before.base_url || (input.model !== undefined && input.model !== before.model);
    await savePrompt(ctx, id, {
      name: input.name,
      prompt: input.prompt,
      model: input.model,
      max_tokens: input.maxTokens,
      temperature: input.temperature,
      api_key: keeps ? undefined : ctx.secrets.encrypt(apiKey.trim()),
      base_url: baseUrl,
      queue_id: input.queueId,
      max_messages: input.maxMessages,
      voice: input.voice,
      voice_model: input.voiceModel,
      transcription_model: input.transcriptionModel,
      ...(elsewhere ? { long_tokens_field: false, no_temperature: false } : {}),
      updated_at: ctx.now(),
    });
    return announceChanged(ctx, id, { ...(keeps ? {} : { key: true }) });
  });
}

/** Removes a prompt. ERR_NO_PROMPT_FOUND; ERR_PROMPT_IN_USE while a queue or a connection uses it. */
export function deletePrompt(ctx: Ctx, id: number): Promise<void> {
  return refusingDuplicates({ queues_prompt: 'ERR_PROMPT_IN_USE', connections_prompt: 'ERR_PROMPT_IN_USE' }, () =>
    transaction(ctx, async (ctx) => {
      const row = await lockPrompt(ctx, id);
      if (!row) throw new AppError('ERR_NO_PROMPT_FOUND');
      await removePrompt(ctx, id);
      await audit(ctx, { verb: 'prompt.deleted', subject: String(id), details: { name: row.name } });
      await ctx.publish(promptDeleted, { promptId: id });
    }),
  );
}

/** A queue is gone: prompts hand over to none, until an admin chooses another. */
export async function leaveQueue(ctx: Tx, queueId: number): Promise<void> {
  for (const id of await promptsOfQueue(ctx, queueId)) {
    await savePrompt(ctx, id, { queue_id: null, updated_at: ctx.now() });
    await announceChanged(ctx, id, {});
  }
}

async function announceChanged(ctx: Tx, id: number, details: Record<string, boolean>): Promise<PromptView> {
  const prompt = await showPrompt(ctx, id);
  await audit(ctx, { verb: 'prompt.changed', subject: String(id), details: { name: prompt.name, ...details } });
  await ctx.publish(promptChanged, { prompt });
  return prompt;
}
