import { ModelFailure } from '../../../gateways/models/model-failure.ts';
import { type Audio, audioMaxBytes, type Provider } from '../../../gateways/models/models.ts';
import type { Outside } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { announceChanged } from '../../desk/messages/actions/thread/announce.ts';
import { countSpent } from '../assistants/actions/budget.ts';
import { insertTranscript } from './store.ts';

/**
 * Turns a stored voice message into words, keeps them, and shows them to whoever sees the message. Throws `ModelFailure`; its reason is
 * `audio` if the file is gone or too large.
 */
export async function transcribeFile(
  ctx: Outside,
  { messageId, key }: { messageId: number; key: string },
  { provider, model, timeoutMs }: { provider: Provider; model: string; timeoutMs: number },
): Promise<string> {
  const audio = await audioOf(ctx, key);
  const { text, usage } = await ctx.gateways.models.transcribe(provider, { ...audio, model }, timeoutMs);
  await transaction(ctx, async (ctx) => {
    await countSpent(ctx, usage);
    if (await insertTranscript(ctx, messageId, text, ctx.now())) await announceChanged(ctx, messageId);
  });
  return text;
}

async function audioOf(ctx: Outside, key: string): Promise<Omit<Audio, 'model'>> {
  const file = await ctx.gateways.files.get(key);
  if (!file) throw new ModelFailure('audio', false, 'the file is gone');
  if (file.size > audioMaxBytes) {
    file.stream.destroy();
    throw new ModelFailure('audio', false, `over ${audioMaxBytes} bytes`);
  }
  const parts: Buffer[] = [];
  for await (const part of file.stream) parts.push(part as Buffer);
  return { bytes: Buffer.concat(parts), mime: file.mime ?? 'audio/ogg', filename: key.split('/').at(-1) ?? 'audio.ogg' };
}
