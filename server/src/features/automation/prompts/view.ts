import { secretMask } from '@balcao/contract/prompt-rules';
import type { PromptView } from '@balcao/contract/prompts';
import type { PromptRow } from './store/prompts.ts';

export function promptView(row: PromptRow): PromptView {
  return {
    id: row.id,
    name: row.name,
    prompt: row.prompt,
    model: row.model,
    maxTokens: row.max_tokens,
    temperature: row.temperature,
    apiKey: secretMask,
    baseUrl: row.base_url ?? '',
    queueId: row.queue_id,
    queue: row.queue_id === null ? null : { id: row.queue_id, name: row.queue_name ?? '' },
    maxMessages: row.max_messages,
    voice: row.voice,
    voiceModel: row.voice_model,
    transcriptionModel: row.transcription_model,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    totalTokens: row.prompt_tokens + row.completion_tokens,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
