// Tells devices by web push. It looks again at what happened: who has read it meanwhile, or may not see it any more, is told nothing.
import { isQuiet } from '@balcao/contract/notice-rules';
import { settingRules } from '@balcao/contract/setting-rules';
import { z } from 'zod';
import { pushKeys } from '../../../../gateways/push/push.ts';
import type { Ctx, Outside, PlatformTx } from '../../../../platform/context.ts';
import { platformTransaction, reading, transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { currentStanding } from '../../../company/companies/reads.ts';
import {
  announcementTelling,
  chatTelling,
  handedTelling,
  mentionTelling,
  messageTelling,
  type Notice,
  type Person,
  pauseAfter,
  type Telling,
  testTelling,
} from '../rules.ts';
import { devicesToTell, removeAddresses, type ToldRow, type Wanted } from '../store/devices.ts';
import { findAnnouncementNews, findCallNews, findChatNews, findMessageNews, findTicketNews } from '../store/news.ts';

const payload = z.object({
  news: z.discriminatedUnion('of', [
    z.object({ of: z.literal('message'), ticketId: z.number(), messageId: z.number() }),
    z.object({ of: z.literal('handed'), ticketId: z.number(), userId: z.number(), by: z.string() }),
    z.object({ of: z.literal('chat'), chatId: z.number(), messageId: z.number() }),
    z.object({ of: z.literal('called'), ticketId: z.number(), pingId: z.number(), userId: z.number() }),
    z.object({ of: z.literal('announcement'), announcementId: z.number() }),
    z.object({ of: z.literal('test'), userId: z.number() }),
  ]),
  /** Devices up to this id were told. */
  after: z.number().optional(),
  /** Only these devices. */
  only: z.array(z.number()).optional(),
  /** How often these could not be reached. */
  failures: z.number().optional(),
});
type Payload = z.output<typeof payload>;
type News = Payload['news'];

/** How many devices one job tells; the rest is another one's. */
const piece = 20;
const atOnce = 10;

export const deliverNotice = defineJob<Payload>({ name: 'notices.deliver', lane: 'notices', payload, maxAttempts: 3, run: deliver });

/** Tells everybody in every company of an announcement. The job belongs to the company of the operator who wrote it. */
export async function tellAnnouncement(ctx: PlatformTx, companyId: Ctx['companyId'], announcementId: number): Promise<void> {
  await ctx.enqueueFor(
    companyId,
    deliverNotice,
    { news: { of: 'announcement', announcementId } },
    { key: `announcement${announcementId}` },
  );
}

async function deliver(ctx: Outside, job: Payload): Promise<void> {
  const { telling, rows } = await lookAgain(ctx, job);
  if (!telling || rows.length === 0) return;
  const told = rows.flatMap((row) => {
    const kind = currentStanding({ status: row.company_active, dueDate: row.due_date, graceDays: 0 }, ctx.now()).ok
      ? telling.kindFor(readerOf(row, ctx.now()))
      : null;
    return kind ? [{ row, notice: { ...telling.notice, kind } }] : [];
  });
  const gone: string[] = [];
  const later: number[] = [];
  for (let from = 0; from < told.length; from += atOnce)
    await Promise.all(
      told.slice(from, from + atOnce).map(async ({ row, notice }) => {
        const outcome = await send(ctx, row, notice);
        if (outcome.state === 'gone') gone.push(row.endpoint);
        if (outcome.state === 'later') later.push(row.id);
        if (outcome.state !== 'sent') ctx.log.info({ device: row.id, ...outcome }, 'a device was not told');
      }),
    );
  // Above companies, since an announcement goes to all of them. A browser that is gone is gone for everybody.
  if (gone.length > 0) await platformTransaction(ctx, (ctx) => removeAddresses(ctx, gone, null));
  const failures = (job.failures ?? 0) + 1;
  const inMs = pauseAfter(failures);
  const last = rows.at(-1);
  await transaction(ctx, async (ctx) => {
    if (later.length > 0 && inMs !== null) await ctx.enqueue(deliverNotice, { news: job.news, only: later, failures }, { inMs });
    if (rows.length === piece && last) await ctx.enqueue(deliverNotice, { ...job, after: last.id });
  });
}

function send(ctx: Outside, row: ToldRow, notice: Notice) {
  const body = JSON.stringify({ ...notice, language: row.language ?? 'pt' });
  const urgent = notice.kind !== 'announcement' && notice.kind !== 'chat';
  // Some push services take no other subject than an address of the open internet.
  const subject = ctx.publicUrl.startsWith('https://') ? ctx.publicUrl : 'mailto:push@balcao.invalid';
  return ctx.gateways.push.send(row, { body, topic: notice.tag, urgent }, pushKeys(ctx.secrets), subject);
}

/** What there is to tell, and the next devices that come into question. */
async function lookAgain(ctx: Outside, job: Payload): Promise<{ telling: Telling | null; rows: ToldRow[] }> {
  const { news, only = null, after = 0 } = job;
  const look = async (tx: Parameters<typeof devicesToTell>[0], telling: Telling | null, companyId: number | null) => {
    const wanted: Wanted = { companyId, userIds: telling?.userIds ?? null, only, after };
    return { telling, rows: telling ? await devicesToTell(tx, wanted, ctx.now(), piece) : [] };
  };
  if (news.of === 'announcement')
    return platformTransaction(ctx, async (tx) => {
      const found = await findAnnouncementNews(tx, news.announcementId);
      return look(tx, found && announcementTelling(news.announcementId, found), null);
    });
  return reading(ctx, async (tx) => look(tx, await tellingOf(tx, news), ctx.companyId));
}

async function tellingOf(ctx: Parameters<typeof findTicketNews>[0], news: Exclude<News, { of: 'announcement' }>): Promise<Telling | null> {
  switch (news.of) {
    case 'message': {
      const found = await findMessageNews(ctx, news.messageId);
      return found && messageTelling(found);
    }
    case 'handed': {
      const found = await findTicketNews(ctx, news.ticketId);
      return found && handedTelling(found, news.userId, news.by);
    }
    case 'chat': {
      const found = await findChatNews(ctx, news.messageId);
      return found && chatTelling(found);
    }
    case 'called': {
      const found = await findCallNews(ctx, news.pingId);
      return found && mentionTelling(found, news.userId, found.by);
    }
    case 'test':
      return testTelling(news.userId);
  }
}

function readerOf(row: ToldRow, at: Date): Person {
  const { quiet_from: from, quiet_to: to } = row;
  const quiet = isQuiet(from && to ? { from, to } : null, at, row.time_zone || settingRules.timeZone.default);
  return { id: row.user_id, profile: row.profile, queueIds: row.queue_ids, allTicket: row.all_ticket, silent: row.silent, quiet };
}
