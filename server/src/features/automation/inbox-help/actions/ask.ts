// People ask the language model for words. What it answers is shown to the one who asked, and to nobody else.
import type { InboxHelpAnswer } from '@balcao/contract/inbox-help';
import {
  type HelpLanguage,
  type HelpTask,
  helpMessages,
  helpPerMinute,
  type RewriteLanguage,
  type RewriteStyle,
} from '@balcao/contract/inbox-help-rules';
import { ModelFailure } from '../../../../gateways/models/model-failure.ts';
import type { Outside, Reader } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { countOwnCall } from '../../../company/system/actions.ts';
import { readableMessage, viewMessage } from '../../../desk/messages/reads.ts';
import { readableTicket } from '../../../desk/tickets/reads.ts';
import { countSpent } from '../../assistants/actions/budget.ts';
import {
  answerTokens,
  type HelpRequest,
  patienceMs,
  replyRequest,
  rewriteRequest,
  summaryRequest,
  temperature,
  translationRequest,
} from '../rules.ts';
import { saveHelp } from '../store/settings.ts';
import { latestWords } from '../store/words.ts';
import { calling, lineFor } from './provider.ts';

/** ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION where it must be accepted first, and as `ask`. */
export function summarizeTicket(ctx: Outside, ticketId: number, language: HelpLanguage): Promise<InboxHelpAnswer> {
  return ask(ctx, 'summary', async (ctx) => {
    await readableTicket(ctx, ticketId);
    return summaryRequest(await latestWords(ctx, ticketId, helpMessages.summary), language);
  });
}

/** As `summarizeTicket`. */
export function suggestReply(ctx: Outside, ticketId: number): Promise<InboxHelpAnswer> {
  return ask(ctx, 'reply', async (ctx) => {
    await readableTicket(ctx, ticketId);
    return replyRequest(await latestWords(ctx, ticketId, helpMessages.reply));
  });
}

/** As `summarizeTicket`. */
export function rewriteText(
  ctx: Outside,
  ticketId: number,
  { text, style, language }: { text: string; style: RewriteStyle; language: RewriteLanguage },
): Promise<InboxHelpAnswer> {
  return ask(ctx, 'rewrite', async (ctx) => {
    await readableTicket(ctx, ticketId);
    const forContact = style === 'translate' && language === 'contact';
    const words = forContact ? await latestWords(ctx, ticketId, helpMessages.language, { fromCustomer: true }) : [];
    return rewriteRequest(text, { style, language }, words);
  });
}

/** ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION where its ticket must be accepted first, ERR_EMPTY_MESSAGE without words, and as `ask`. */
export function translateMessage(ctx: Outside, messageId: number, language: HelpLanguage): Promise<InboxHelpAnswer> {
  return ask(ctx, 'translate', async (ctx) => {
    const row = await readableMessage(ctx, messageId);
    const { body, transcript, mediaType } = viewMessage(ctx, row);
    const text = transcript ?? (mediaType === 'audio' || mediaType === 'locationMessage' ? '' : body);
    if (text.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE');
    return translationRequest(text, language);
  });
}

/**
 * Asks the provider for what `prepare` makes, and counts what it costs. The same person may do so `helpPerMinute` times a minute:
 * ERR_TOO_MANY_REQUESTS; and as `lineFor` and `calling`.
 */
async function ask(ctx: Outside, task: HelpTask, prepare: (ctx: Reader) => Promise<HelpRequest>): Promise<InboxHelpAnswer> {
  const { request, line } = await reading(ctx, async (ctx) => ({ request: await prepare(ctx), line: await lineFor(ctx, task) }));
  await countOwnCall(ctx, 'help in the inbox', helpPerMinute);
  const { row, provider } = line;
  const { instructions, text, messages } = request;
  const answer = await calling(ctx, async () => {
    const given = await ctx.gateways.models.chat(
      provider,
      {
        model: row.model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
        maxTokens: answerTokens,
        temperature,
      },
      { longTokensField: row.long_tokens_field, noTemperature: row.no_temperature },
      patienceMs.text,
    );
    if (given.text.includes(provider.apiKey)) throw new ModelFailure('answer', false, 'the answer names the key', 0, given.usage);
    return given;
  });
  const { usage, dialect } = answer;
  await transaction(ctx, async (ctx) => {
    await countSpent(ctx, usage);
    const isFound = dialect.longTokensField !== row.long_tokens_field || dialect.noTemperature !== row.no_temperature;
    if (isFound) await saveHelp(ctx, { long_tokens_field: dialect.longTokensField, no_temperature: dialect.noTemperature });
  });
  const { host } = new URL(ctx.gateways.models.address(row.base_url));
  return {
    text: answer.text,
    sent: { provider: host, model: row.model, messages, instructions, text },
    tokens: usage.promptTokens + usage.completionTokens,
  };
}
