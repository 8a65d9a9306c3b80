import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { defaults } from './prompt-rules.ts';

export const promptView = z.object({
  id: z.number(),
  name: z.string(),
  /** The instructions for the model. */
  prompt: z.string(),
  model: z.string(),
  maxTokens: z.number(),
  temperature: z.number(),
  /** A mask (`secretMask`); the key itself is write-only. */
  apiKey: z.string(),
  /** Where the provider is; empty: the one of the installation. */
  baseUrl: z.string(),
  /** Where the assistant hands over to; null after that queue was deleted. */
  queueId: z.number().nullable(),
  queue: z.object({ id: z.number(), name: z.string() }).nullable(),
  maxMessages: z.number(),
  /** `texto`, or the provider's voice in which answers are spoken. */
  voice: z.string(),
  voiceModel: z.string(),
  transcriptionModel: z.string(),
  /** Spent so far. */
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type PromptView = z.output<typeof promptView>;
c.named.add(promptView, { id: 'Prompt' });

/** An http or https address without what does not belong to it; empty or null: none. */
export const baseUrl = z.union([
  z.null(),
  z.literal('').transform(() => null),
  c
    .text(300)
    .transform((value) => value.trim().replace(/\/+$/, ''))
    .pipe(z.url({ protocol: /^https?$/ }))
    .refine((value) => {
      // The check before this one may have refused it already.
      if (!URL.canParse(value)) return false;
      const { username, password, search, hash } = new URL(value);
      return username === '' && password === '' && search === '' && hash === '';
    }),
]);

export const modelName = c.name(1, 100);
/** A number, or the text of one with a point or a comma. */
const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*\d(?:[.,]\d{1,4})?\s*$/)
    .transform((text) => Number(text.replace(',', '.'))),
]);

const fields = {
  name: c.name(5, 100),
  prompt: c.text(20_000).pipe(z.string().refine((value) => value.trim().length >= 50, { message: 'too_small' })),
  model: modelName,
  maxTokens: c.count.pipe(z.number().min(1).max(100_000)),
  temperature: decimal.pipe(z.number().min(0).max(1)),
  apiKey: c.text(500),
  baseUrl,
  queueId: c.id,
  maxMessages: c.count.pipe(z.number().max(100)),
  voice: c.name(1, 100),
  voiceModel: modelName,
  transcriptionModel: modelName,
};
const promptId = z.object({ promptId: c.id });

export const promptEndpoints = {
  listPrompts: endpoint({
    route: 'GET /prompt',
    access: 'user',
    plan: 'useOpenAi',
    summary: 'AI assistants by name, 20 a page. Searches the name.',
    query: z.object(c.page),
    answer: z.object({ prompts: z.array(promptView), count: z.number(), hasMore: z.boolean() }),
  }),
  showPrompt: endpoint({
    route: 'GET /prompt/:promptId',
    access: 'user',
    plan: 'useOpenAi',
    summary: 'One AI assistant.',
    params: promptId,
    answer: promptView,
  }),
  createPrompt: endpoint({
    route: 'POST /prompt',
    access: 'admin',
    plan: 'useOpenAi',
    summary: 'Adds an AI assistant.',
    body: z.object({
      ...fields,
      model: fields.model.default(defaults.model),
      maxTokens: fields.maxTokens.default(defaults.maxTokens),
      temperature: fields.temperature.default(defaults.temperature),
      apiKey: c.name(1, 500),
      baseUrl: fields.baseUrl.default(null),
      maxMessages: fields.maxMessages.default(defaults.maxMessages),
      voice: fields.voice.default(defaults.voice),
      voiceModel: fields.voiceModel.default(defaults.voiceModel),
      transcriptionModel: fields.transcriptionModel.default(defaults.transcriptionModel),
    }),
    answer: promptView,
  }),
  updatePrompt: endpoint({
    route: 'PUT /prompt/:promptId',
    access: 'admin',
    plan: 'useOpenAi',
    summary:
      'Changes an AI assistant. Missing fields stay; so does the key, if it is empty or its mask. For another server the key has to be given again (ERR_API_KEY_REQUIRED).',
    params: promptId,
    body: z.object(fields).partial(),
    answer: promptView,
  }),
  deletePrompt: endpoint({
    route: 'DELETE /prompt/:promptId',
    access: 'admin',
    plan: 'useOpenAi',
    summary: 'Removes an AI assistant. One that a queue or a connection uses is kept (ERR_PROMPT_IN_USE).',
    params: promptId,
    answer: c.message,
  }),
  showAssistantUsage: endpoint({
    route: 'GET /v1/prompt/usage',
    access: 'admin',
    plan: 'useOpenAi',
    summary: 'What AI assistants of the company have spent this month, and how much they may.',
    answer: z.object({
      /** Its first day, in the time zone of the company. */
      month: z.string(),
      calls: z.number(),
      promptTokens: z.number(),
      completionTokens: z.number(),
      /** Tokens per month (setting `assistantTokensPerMonth`); 0: no limit. */
      budget: z.number(),
    }),
  }),
};

export const promptEvents = {
  prompt: event({
    channel: 'prompt',
    heardBy: 'Everybody in the company.',
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), prompt: promptView }),
      z.object({ action: z.literal('delete'), promptId: z.number() }),
    ]),
  }),
};
