import {
  type AutomationAction,
  type AutomationCondition,
  automationLimits,
  holds,
  matches,
  triedTickets,
} from '@balcao/contract/automation-rules';
import type { AutomationView, automationEndpoints, TriedTicket } from '@balcao/contract/automations';
import type { Answer, Received } from '@balcao/contract/endpoint';
import type { ErrorCode } from '@balcao/contract/errors';
import { canSee, mayReach } from '@balcao/contract/ticket-rules';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { windowClosesAt } from '../../desk/tickets/reads.ts';
import { optedOutOf } from '../../outbound/consent/reads.ts';
import { situationOf } from './rules.ts';
import { getAutomation, listAutomations as listRows } from './store/automations.ts';
import { listFirings as listLog } from './store/firings.ts';
import { latestSituations } from './store/situations.ts';
import { findThings, type Things } from './store/things.ts';
import { automationView, firingView, type SituationRow } from './view.ts';

const logPage = 30;

/** The automations of the company, in their order. */
export function listAutomations(ctx: Ctx): Promise<AutomationView[]> {
  return reading(ctx, async (ctx) => (await listRows(ctx, automationLimits.count)).map(automationView));
}

/** Throws ERR_NO_AUTOMATION_FOUND. */
export function showAutomation(ctx: Ctx, id: number): Promise<AutomationView> {
  return reading(ctx, async (ctx) => automationView(await getAutomation(ctx, id)));
}

/** What automations did, newest first; of one of them or of all. */
export function listFirings(
  ctx: Ctx,
  { automationId, before }: Received<typeof automationEndpoints.listFirings>['query'],
): Promise<Answer<typeof automationEndpoints.listFirings>> {
  return reading(ctx, async (ctx) => {
    const rows = await listLog(ctx, { automationId, before }, logPage + 1);
    return { firings: rows.slice(0, logPage).map(firingView), hasMore: rows.length > logPage };
  });
}

type Named = { conditions: readonly AutomationCondition[]; actions: readonly AutomationAction[] };

/** Everything that an automation names must be there. Throws the code of what is not. */
export async function mustNameThings(ctx: Reader | Tx, named: Named): Promise<void> {
  const wanted = thingsIn(named);
  const found = await findThings(ctx, wanted);
  const missing = (wanted: readonly number[], known: readonly { id: number }[]) =>
    wanted.some((id) => !known.some((each) => each.id === id));
  if (missing(wanted.queues, found.queues)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (missing(wanted.tags, found.tags)) throw new AppError('ERR_NO_TAG_FOUND');
  if (missing(wanted.users, found.users)) throw new AppError('ERR_NO_USER_FOUND');
  if (missing(wanted.connections, found.connections)) throw new AppError('ERR_NO_WAPP_FOUND');
  if (missing(wanted.webhooks, found.webhooks)) throw new AppError('ERR_NO_WEBHOOK_FOUND');
}

/** What an automation would do now with each of the latest tickets. Changes nothing. Throws as `mustNameThings`. */
export function tryAutomation(ctx: Ctx, automation: Received<typeof automationEndpoints.tryAutomation>['body']): Promise<TriedTicket[]> {
  return reading(ctx, async (ctx) => {
    await mustNameThings(ctx, automation);
    const rows = await latestSituations(ctx, triedTickets);
    const things = await findThings(ctx, thingsIn(automation));
    const out = await optedOutOf(
      ctx,
      rows.map(({ contactId }) => contactId),
    );
    return rows.map((row) => tried(automation, row, { ...things, out }, ctx.now()));
  });
}

/** `out`: contacts who do not want to be written to. */
type Known = Things & { out: ReadonlySet<number> };

function tried(
  automation: Received<typeof automationEndpoints.tryAutomation>['body'],
  row: SituationRow,
  things: Known,
  now: Date,
): TriedTicket {
  // The conditions about what just happened cannot hold: nothing did. The tags are those the ticket has.
  const situation = situationOf(row, { rating: null, tagIds: null }, now);
  const { id, uuid, number, contactName, status } = row;
  const fires = matches(automation, situation);
  return {
    ticket: { id, uuid, number, contactName, status },
    matches: fires,
    failing: automation.conditions.flatMap((condition, index) => (holds(condition, situation) ? [] : [index])),
    results: fires
      ? automation.actions.map((action) => {
          const code = refusalOf(action, row, things, now);
          return { do: action.do, ok: code === null, code };
        })
      : [],
  };
}

/** Why an action would be refused now; null if it would not. */
function refusalOf(action: AutomationAction, row: SituationRow, things: Known, now: Date): ErrorCode | null {
  const placed = { status: row.status, userId: row.userId, queueId: row.queueId };
  switch (action.do) {
    case 'assignUser':
    case 'notifyUser': {
      if (action.do === 'assignUser' && row.status === 'closed') return 'ERR_TICKET_CLOSED';
      const user = things.users.find(({ id }) => id === action.userId);
      return user && canSee(user, placed) ? null : 'ERR_USER_NOT_IN_QUEUE';
    }
    case 'moveToQueue':
      return row.status === 'closed' ? 'ERR_TICKET_CLOSED' : null;
    case 'sendText': {
      const connection = row.channel === null ? null : { channel: row.channel };
      const reach = mayReach(
        { connection, windowClosesAt: connection && windowClosesAt(connection.channel, row.lastInboundAt), blocked: row.blocked },
        now,
      );
      if (!reach.ok) return reach.error;
      return things.out.has(row.contactId) ? 'ERR_CONTACT_OPTED_OUT' : null;
    }
    case 'callWebhook':
      if (!things.mayCallWebhooks) return 'ERR_NO_PERMISSION';
      return things.webhooks.some(({ id, active }) => id === action.webhookId && active) ? null : 'ERR_NO_WEBHOOK_FOUND';
    default:
      return null;
  }
}

/** What conditions and actions name, by its kind. */
function thingsIn({ conditions, actions }: Named) {
  const of = (on: 'queue' | 'tag' | 'user' | 'connection') =>
    conditions.flatMap((each) => (each.on === on && 'ids' in each && each.op !== 'empty' ? [...each.ids] : []));
  const named = (key: 'queueId' | 'tagId' | 'userId' | 'webhookId') =>
    actions.flatMap((action) => {
      const id = (action as Partial<Record<typeof key, number>>)[key];
      return id === undefined ? [] : [id];
    });
  return {
    queues: [...of('queue'), ...named('queueId')],
    tags: [...of('tag'), ...named('tagId')],
    users: [...of('user'), ...named('userId')],
    connections: of('connection'),
    webhooks: named('webhookId'),
  };
}
