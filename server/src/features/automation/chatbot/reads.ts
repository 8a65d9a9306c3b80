import type { BotConfig, BotHours, BotQueue } from '@balcao/contract/chatbot-rules';
import type { QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';
import { schedulesOn } from '@balcao/contract/schedule-rules';
import type { Subscribed } from '@balcao/contract/subscription-rules';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { keptOf } from '../../../platform/db/kept.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { keptCompany } from '../../company/companies/reads.ts';
import { type ConnectionRow, keptConnection } from '../../company/connections/reads.ts';
import { keptQueue, keptQueues } from '../../company/queues/reads.ts';
import { keptSettingsOf } from '../../company/settings/reads.ts';
import { type AssistantTurn, chosen } from '../assistants/reads.ts';
import { treeOf } from './rules.ts';
import { findOptionRow, listOptionRows, type OptionRow, shareOptionRow } from './store/options.ts';
import { findTurn, type StoredTurn } from './store/turns.ts';
import { queueOptionView } from './view.ts';

export type OptionQuery = { queueId?: number | undefined; parentId?: number | null | undefined; queueOptionId?: number | null | undefined };

/** Options in the order of their menus. */
export function listQueueOptions(ctx: Ctx, { queueId, parentId, queueOptionId }: OptionQuery): Promise<QueueOptionView[]> {
  return reading(ctx, async (ctx) => {
    const link = mediaLinker(ctx);
    const listing = { queueIds: queueId === undefined ? undefined : [queueId], parentId, id: queueOptionId ?? undefined };
    return (await listOptionRows(ctx, listing)).map((row) => queueOptionView(row, link));
  });
}

/** Throws ERR_NO_QUEUE_OPTION_FOUND. */
export function showQueueOption(ctx: Ctx | Tx, id: number): Promise<QueueOptionView> {
  return reading(ctx, async (ctx) => queueOptionView(await getOption(ctx, id), mediaLinker(ctx)));
}

/** The options below `parentId`, in order. */
export async function menuOf(ctx: Reader | Tx, queueId: number, parentId: number | null): Promise<QueueOptionView[]> {
  const link = mediaLinker(ctx);
  return (await listOptionRows(ctx, { queueIds: [queueId], parentId })).map((row) => queueOptionView(row, link));
}

/** Throws ERR_NO_QUEUE_OPTION_FOUND. */
export async function getOption(ctx: Reader | Tx, id: number): Promise<OptionRow> {
  const row = await findOptionRow(ctx, id);
  if (!row) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  return row;
}

/** The file that an option sends, as stored; null for none. The option keeps it until the transaction ends. */
export async function mediaOfOption(ctx: Tx, id: number): Promise<unknown> {
  await shareOptionRow(ctx, id);
  return (await getOption(ctx, id)).media;
}

const keptOptions = keptOf((ctx) => listOptionRows(ctx, {}));

/** A message in a ticket, with all that decides whether the bot or an assistant answers it. */
export type Turn = StoredTurn & {
  connection: ConnectionRow;
  hours: BotHours;
  /** Whether the company may work decides whether anything answers. */
  company: Subscribed;
  /** What decides which assistant answers. */
  assistant: AssistantTurn;
};

/** Null if ticket, message, connection or service cycle is gone. */
export async function turnOf(ctx: Tx, ticketId: number, messageId: number): Promise<Turn | null> {
  const turn = await findTurn(ctx, ticketId, messageId);
  const connection = turn && (await keptConnection(ctx, turn.connectionId));
  if (!connection) return null;
  const queue = turn.queueId === null ? null : await keptQueue(ctx, turn.queueId);
  const settings = await keptSettingsOf(ctx);
  const company = await keptCompany(ctx);
  const { plan } = company;
  return {
    ...turn,
    connection,
    hours: { ...hoursOf(connection, settings, company), queue },
    company,
    assistant: {
      answering: turn.useIntegration,
      own: { promptId: turn.ownPromptId, integrationId: turn.integrationId },
      ofQueue: assistantsOf(queue),
      ofConnection: { promptId: connection.prompt_id, integrationId: connection.integration_id },
      allowed: { prompts: plan?.useOpenAi ?? false, integrations: plan?.useIntegrations ?? false },
      personAt: turn.personAt,
      queuedAt: turn.queuedAt,
      resumeMinutes: Number(settings.assistantResumeMinutes),
    },
  };
}

/** The turn of a ticket that has just been put into this queue. */
export async function turnInQueue(ctx: Tx, turn: Turn, queueId: number | null): Promise<Turn> {
  const queue = queueId === null ? null : await keptQueue(ctx, queueId);
  return { ...turn, assistant: { ...turn.assistant, ofQueue: assistantsOf(queue), queuedAt: ctx.now() } };
}

function assistantsOf(queue: QueueView | null): AssistantTurn['ofQueue'] {
  return { promptId: queue?.promptId ?? null, integrationId: queue?.integrationId ?? null };
}

function hoursOf(
  connection: ConnectionRow,
  settings: Awaited<ReturnType<typeof keptSettingsOf>>,
  company: Awaited<ReturnType<typeof keptCompany>>,
): Omit<BotHours, 'queue'> {
  return {
    outOfHoursMessage: connection.out_of_hours_message,
    scheduleType: oneOf(settings.scheduleType, ['disabled', 'queue', 'company']),
    companySchedules: schedulesOn({ schedules: connection.schedules as QueueView['schedules'] }, company),
    holidays: company.holidays,
    timeZone: settings.timeZone,
  };
}

/** Everything that decides what the bot says on a connection to a customer whose ticket is in `queueId`. `allowed`: assistants of the plan. */
export async function botConfigOf(
  ctx: Reader | Tx,
  connection: ConnectionRow,
  queueId: number | null,
  allowed: AssistantTurn['allowed'],
): Promise<BotConfig> {
  const all = await keptQueues(ctx);
  const served = all.filter((queue) => connection.queues.some(({ id }) => id === queue.id));
  const elsewhere = served.some(({ id }) => id === queueId) ? undefined : all.find(({ id }) => id === queueId);
  const options = served.length === 0 ? [] : await keptOptions(ctx);
  const settings = await keptSettingsOf(ctx);
  const company = await keptCompany(ctx);
  return {
    ...hoursOf(connection, settings, company),
    greetingMessage: connection.greeting_message,
    queues: served.map((queue) => botQueue(queue, options, allowed)),
    elsewhere: elsewhere ? botQueue(elsewhere, [], allowed) : null,
    maxUseBotQueues: connection.max_use_bot_queues,
    timeUseBotQueues: connection.time_use_bot_queues,
    greetWithOneQueue: settings.sendGreetingMessageOneQueues === 'enabled',
    menuStyle: oneOf(settings.chatBotType, ['text', 'button', 'list']),
  };
}

function botQueue(queue: QueueView, options: OptionRow[], allowed: AssistantTurn['allowed']): BotQueue {
  const { id, name, greetingMessage, outOfHoursMessage, schedules, mediaPath } = queue;
  const own = options.filter((option) => option.queue_id === id);
  const hasAssistant = chosen(queue, allowed) !== null;
  return { id, name, greetingMessage, outOfHoursMessage, schedules, hasMedia: mediaPath !== null, options: treeOf(own), hasAssistant };
}

/** The value if it is a known one, else the first known one. */
function oneOf<const T extends string>(value: string, known: readonly [T, ...T[]]): T {
  return known.find((each) => each === value) ?? known[0];
}
