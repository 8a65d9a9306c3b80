// An AI assistant answers a customer: read, ask the provider, speak. The provider is called between two short transactions; while it thinks,
// a person may have answered, so the second one asks again whose turn it is.
import { z } from 'zod';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import type { ChatAnswer, ChatMessage, Dialect, Usage } from '../../../../gateways/models/chat-protocol.ts';
import { ModelFailure } from '../../../../gateways/models/model-failure.ts';
import type { Provider } from '../../../../gateways/models/models.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { owning, removeFilesLater } from '../../../company/system/actions.ts';
import { type FileFields, keysOf, storeFile } from '../../../desk/messages/actions/out/store-file.ts';
import { countSpent, isBudgetSpent } from '../../assistants/actions/budget.ts';
import { failTurn, handOver, holdTurn, speak, speakFile } from '../../assistants/actions/turn.ts';
import { transcribeFile } from '../../transcripts/actions.ts';
import { audioLooks, callTime, firstNameOf, givesAway, instructionsFor, nextTry, readAnswer } from '../rules.ts';
import { findPrompt, type PromptRow, saveCall } from '../store/prompts.ts';
import { type TalkRow, talkOf, wroteSince } from '../store/talk.ts';

/** `begunAt`: when it was first tried, ISO 8601. */
const asked = z.object({
  promptId: z.number(),
  ticketId: z.number(),
  messageId: z.number(),
  tries: z.number().default(0),
  looks: z.number().default(0),
  begunAt: z.string().nullable().default(null),
});
type Asked = z.output<typeof asked>;

export const answerPromptJob = defineJob({
  name: 'prompts.answer',
  lane: 'outside',
  payload: asked as z.ZodType<Asked>,
  maxAttempts: 3,
  mayBeCutOff: true,
  run: answerWithPrompt,
});

/** How long the assistant waits for more words before it answers, in ms: people write in short lines. */
const burstMs = 1_000;

/** Lets a prompt answer a message soon. A later message of the ticket takes the place of one that waits. */
export async function answerSoon(
  ctx: Tx,
  { promptId, ticketId, messageId }: Pick<Asked, 'promptId' | 'ticketId' | 'messageId'>,
): Promise<void> {
  await enqueueAnswer(ctx, { promptId, ticketId, messageId, tries: 0, looks: 0, begunAt: null }, burstMs);
}

function enqueueAnswer(ctx: Tx, job: Asked, inMs: number): Promise<void> {
  return ctx.enqueue(answerPromptJob, job, { key: String(job.ticketId), inMs });
}

/** Answers if it is still this prompt's turn. A failure of the provider is tried again, or told to people in the conversation. */
export async function answerWithPrompt(ctx: Outside, job: Asked): Promise<void> {
  const begunAt = job.begunAt ?? ctx.now().toISOString();
  const elapsed = () => ctx.now().getTime() - Date.parse(begunAt);
  const turn = await transaction(ctx, (ctx) => prepare(ctx, job));
  if (!turn) return;
  try {
    if (turn.talk.some(({ isAudio, mediaState }) => isAudio && mediaState === 'pending')) return await lookAgain(ctx, { ...job, begunAt });
    const talk = await heard(ctx, turn, () => callTime(elapsed()));
    const last = talk.at(-1);
    if (!last || last.fromMe) return;
    const messages = messagesFor(turn, talk);
    const { model, max_tokens: maxTokens, temperature } = turn.prompt;
    const request = { model, messages, maxTokens, temperature };
    const answer = await ctx.gateways.models.chat(turn.provider, request, dialectOf(turn.prompt), callTime(elapsed()));
    await say(ctx, job, turn, answer, () => callTime(elapsed()));
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    await failed(ctx, { ...job, begunAt, tries: job.tries + 1 }, turn, error, elapsed());
  }
}

type Turn = { prompt: PromptRow; provider: Provider; contactName: string; talk: TalkRow[] };

/** Null if it is not its turn, or if there is nothing to answer. */
async function prepare(ctx: Tx, job: Asked): Promise<Turn | null> {
  const hold = await holdTurn(ctx, { assistant: { kind: 'prompt', id: job.promptId }, ...job });
  const prompt = hold && (await findPrompt(ctx, job.promptId));
  if (!hold || !prompt) return null;
  if (await isBudgetSpent(ctx)) {
    await failTurn(ctx, job.ticketId, 'budget', prompt.queue_id);
    return null;
  }
  return {
    prompt,
    provider: { baseUrl: prompt.base_url, apiKey: ctx.secrets.decrypt(prompt.api_key) },
    contactName: hold.conversation.ticket.contact_name,
    talk: await talkOf(ctx, job.ticketId, job.messageId, prompt.max_messages + 1),
  };
}

/** A voice message is still on its way. */
async function lookAgain(ctx: Outside, job: Asked): Promise<void> {
  if (job.looks >= audioLooks.max) throw new ModelFailure('audio', false, 'the voice message did not arrive');
  await transaction(ctx, (ctx) => enqueueAgain(ctx, { ...job, looks: job.looks + 1 }, audioLooks.pauseMs));
}

/** What the customer wrote since is answered by a job of its own, which must not be replaced. */
async function enqueueAgain(ctx: Tx, job: Asked, inMs: number): Promise<void> {
  if (!(await wroteSince(ctx, job.ticketId, job.messageId))) await enqueueAnswer(ctx, job, inMs);
}

/** The conversation in words: what the customer said since our last message is listened to, older voice messages are left out. */
async function heard(ctx: Outside, { talk, provider, prompt }: Turn, timeMs: () => number): Promise<TalkRow[]> {
  const answered = talk.findLastIndex(({ fromMe }) => fromMe);
  const words: TalkRow[] = [];
  for (const [index, row] of talk.entries()) {
    if (!row.isAudio) words.push(row);
    else if (index > answered) {
      if (row.mediaKey === null) throw new ModelFailure('audio', false, 'the voice message has no file');
      const model = prompt.transcription_model;
      const text = await transcribeFile(ctx, { messageId: row.id, key: row.mediaKey }, { provider, model, timeoutMs: timeMs() });
      words.push({ ...row, text });
    }
  }
  return words.filter(({ text }) => text.trim() !== '');
}

function messagesFor({ prompt, contactName }: Turn, talk: readonly TalkRow[]): ChatMessage[] {
  const firstName = firstNameOf(contactName);
  return [
    { role: 'system', content: instructionsFor({ prompt: prompt.prompt, firstName, maxTokens: prompt.max_tokens }) },
    ...talk.map(({ fromMe, text }) => ({ role: fromMe ? ('assistant' as const) : ('user' as const), content: text })),
  ];
}

/** Counts the answer, whether or not it is sent, and sends it if it is still its turn and the customer has not written on. */
async function say(
  ctx: Outside,
  job: Asked,
  { prompt, provider }: Turn,
  answer: ChatAnswer & { dialect: Dialect },
  timeMs: () => number,
): Promise<void> {
  const { text, handsOver } = readAnswer(answer.text);
  const isSecret = givesAway(answer.text, { prompt: prompt.prompt, apiKey: provider.apiKey });
  const spoken = isSecret || text === '' ? null : await spokenFile(ctx, prompt, provider, text, timeMs());
  await owning(ctx, spoken ? keysOf(spoken) : [], () =>
    transaction(ctx, async (ctx) => {
      await count(ctx, prompt, answer.usage, answer.dialect);
      const hold = await holdTurn(ctx, { assistant: { kind: 'prompt', id: prompt.id }, ...job });
      if (!hold || (await wroteSince(ctx, job.ticketId, job.messageId))) return dropFile(ctx, spoken);
      if (isSecret) return handOver(ctx, job.ticketId, prompt.queue_id, 'withheld');
      const sent = spoken ? await speakFile(ctx, hold, spoken, { isVoice: true }) : null;
      if (spoken && !sent) await dropFile(ctx, spoken);
      if (!sent && text !== '') await speak(ctx, { ...hold, said: 0 }, text);
      if (handsOver) await handOver(ctx, job.ticketId, prompt.queue_id);
    }),
  );
}

/** Counts what a call cost, for the company and for the prompt. */
async function count(ctx: Tx, prompt: PromptRow, usage: Usage, dialect: Dialect): Promise<void> {
  await countSpent(ctx, usage);
  await saveCall(ctx, prompt.id, { ...usage, ...dialect });
}

async function dropFile(ctx: Tx, file: FileFields | null): Promise<void> {
  if (file) await removeFilesLater(ctx, keysOf(file));
}

/** The answer as a voice message, stored; null where answers are written, or the provider cannot speak. */
async function spokenFile(
  ctx: Outside,
  prompt: PromptRow,
  provider: Provider,
  text: string,
  timeoutMs: number,
): Promise<FileFields | null> {
  if (prompt.voice === 'texto') return null;
  try {
    const bytes = await ctx.gateways.models.speak(provider, { model: prompt.voice_model, voice: prompt.voice, text }, timeoutMs);
    return await storeFile(ctx, bytes, {
      as: 'voice',
      filename: null,
      mime: 'audio/ogg',
      key: (extension) => mediaKey(ctx.companyId, extension),
    });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    ctx.log.warn({ err: error, promptId: prompt.id }, 'an answer is written because it could not be spoken');
    return null;
  }
}

async function failed(ctx: Outside, job: Asked, { prompt }: Turn, failure: ModelFailure, elapsedMs: number): Promise<void> {
  const inMs = nextTry(failure, { tries: job.tries, elapsedMs });
  ctx.log.warn({ err: failure, promptId: prompt.id, ticketId: job.ticketId, again: inMs }, 'an assistant could not answer');
  await transaction(ctx, async (ctx) => {
    if (failure.usage) await count(ctx, prompt, failure.usage, dialectOf(prompt));
    const hold = await holdTurn(ctx, { assistant: { kind: 'prompt', id: prompt.id }, ...job });
    if (!hold) return;
    if (inMs !== null) await enqueueAgain(ctx, job, inMs);
    else await failTurn(ctx, job.ticketId, failure.reason, prompt.queue_id);
  });
}

function dialectOf(prompt: PromptRow): Dialect {
  return { longTokensField: prompt.long_tokens_field, noTemperature: prompt.no_temperature };
}
