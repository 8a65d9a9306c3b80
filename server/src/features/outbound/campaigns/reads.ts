import { durationMs, type ShippingFilter } from '@balcao/contract/campaign-rules';
import { type CampaignReport, type CampaignView, type campaignEndpoints, detailRowsMax } from '@balcao/contract/campaigns';
import type { Answer } from '@balcao/contract/endpoint';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { Download } from '../../../platform/http/download.ts';
import { judgeNumber } from '../../channels/connection-health/reads.ts';
import { byteOrderMark, csvLine } from '../../desk/imports/reads.ts';
import { judgedMs } from './rules.ts';
import { type CampaignRow, countCampaigns, getCampaign, listCampaigns as listRows } from './store/campaigns.ts';
import { findPace, listSettings, type PaceRow, progressOf } from './store/paces.ts';
import { countShippings, listShippings as listShippingRows, shippingsAfter, someItems } from './store/shippings.ts';
import {
  type CampaignSettings,
  campaignView,
  healthView,
  type ReportedHealth,
  settingsIn,
  settingViews,
  shippingView,
  variantsOf,
} from './view.ts';

const pickerMax = 500;
const countedMax = 10_000;
const rowsAtOnce = 2_000;
const points = 60;

/** One page of campaigns by name. */
export function listCampaigns(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof campaignEndpoints.listCampaigns>> {
  return reading(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listRows(ctx, query.searchParam, limit, offset),
      () => countCampaigns(ctx, query.searchParam),
    );
    return { records: rows.map(viewer(ctx)), ...page };
  });
}

/** At most 500 campaigns by name. */
export function listAllCampaigns(ctx: Ctx): Promise<CampaignView[]> {
  return reading(ctx, async (ctx) => (await listRows(ctx, '', pickerMax, 0)).map(viewer(ctx)));
}

/** Throws ERR_NO_CAMPAIGN_FOUND. */
export function showCampaign(ctx: Ctx, id: number): Promise<Answer<typeof campaignEndpoints.showCampaign>> {
  return reading(ctx, async (ctx) => {
    const row = await getCampaign(ctx, id);
    const view = viewer(ctx)(row);
    const shipping = await listShippingRows(ctx, { campaignId: id, filter: null, search: '' }, detailRowsMax, 0);
    const items = row.contact_list_id === null ? [] : await someItems(ctx, row.contact_list_id, detailRowsMax);
    const contacts = items.map(({ id, name, number, valid }) => ({ id, name, number, isWhatsappValid: valid }));
    return { ...view, shipping: shipping.map(shippingView), contactList: view.contactList && { ...view.contactList, contacts } };
  });
}

/** The view of one campaign. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function campaignNow(ctx: Reader | Tx, id: number): Promise<CampaignView> {
  return viewer(ctx)(await getCampaign(ctx, id));
}

/** Throws ERR_NO_CAMPAIGN_FOUND. */
export function showReport(ctx: Ctx, id: number): Promise<CampaignReport> {
  return reading(ctx, async (ctx) => {
    const row = await getCampaign(ctx, id);
    const campaign = viewer(ctx)(row);
    const settings = await campaignSettings(ctx);
    // The last step is still going on, or the campaign ended within it.
    const end = row.completed_at ?? ctx.now();
    const series = (await progressOf(ctx, id, points)).map(({ at, sent }) => ({ at: new Date(Math.min(+at, +end)), sent }));
    const running = row.status === 'EM_ANDAMENTO';
    const pace = row.connection_id === null ? null : await findPace(ctx, row.connection_id);
    const leftMs = durationMs(settings, campaign.counts.waiting + 1, row.sent, pace?.slow ?? 1);
    const goesOnAt = row.halted_until && row.halted_until > ctx.now() ? row.halted_until : ctx.now();
    return {
      campaign,
      variants: variantsOf(row),
      series: series.map(({ at, sent }) => ({ at: at.toISOString(), sent })),
      perMinute: running && leftMs > 0 ? Math.round(((campaign.counts.waiting + 1) / leftMs) * 600_000) / 10 : null,
      expectedEnd: running && row.planned_at ? new Date(goesOnAt.getTime() + leftMs).toISOString() : null,
      startedAt: row.started_at?.toISOString() ?? null,
      health: row.connection_id === null || row.connection_name === null ? null : await healthOf(ctx, row.connection_id, pace),
    };
  });
}

/** As it was when the campaigns of the number were judged by it, if that is not long ago: it costs more the more was sent today. */
async function healthOf(ctx: Reader, connectionId: number, pace: PaceRow | null): Promise<ReportedHealth> {
  if (pace?.health && pace.judged_at && ctx.now().getTime() - pace.judged_at.getTime() < 2 * judgedMs) return pace.health;
  return healthView(await judgeNumber(ctx, connectionId));
}

/** Throws ERR_NO_CAMPAIGN_FOUND. */
export function listShippings(
  ctx: Ctx,
  campaignId: number,
  query: { searchParam: string; pageNumber: number; state?: ShippingFilter | undefined },
): Promise<Answer<typeof campaignEndpoints.listShippings>> {
  return reading(ctx, async (ctx) => {
    await getCampaign(ctx, campaignId);
    const listed = { campaignId, filter: query.state ?? null, search: query.searchParam };
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listShippingRows(ctx, listed, limit, offset),
      () => countShippings(ctx, listed, countedMax),
    );
    return { records: rows.map(shippingView), ...page };
  });
}

/** All contacts of a campaign as a file for spreadsheets, read while it is sent. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function downloadResult(ctx: Ctx, id: number): Promise<Download> {
  await reading(ctx, (ctx) => getCampaign(ctx, id));
  return new Download('campanha.csv', resultLines(ctx, id));
}

async function* resultLines(ctx: Ctx, id: number): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(['name', 'number', 'email', 'state', 'reason', 'variant', 'sentAt', 'deliveredAt', 'repliedAt', 'reply']);
  for (let after = 0; ; ) {
    const rows = await reading(ctx, (ctx) => shippingsAfter(ctx, id, after, rowsAtOnce));
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map((row) => {
        const { name, number, email, state, reason, variant, sentAt, deliveredAt, repliedAt, reply } = {
          ...shippingView(row),
          email: row.email,
        };
        return csvLine([
          name,
          number,
          email,
          state,
          ...[reason, variant, sentAt, deliveredAt, repliedAt, reply].map((cell) => String(cell ?? '')),
        ]);
      })
      .join('');
    after = last.id;
  }
}

/** The saved settings; none before they are saved. */
export function showSettings(ctx: Ctx): Promise<Answer<typeof campaignEndpoints.showCampaignSettings>> {
  return reading(ctx, async (ctx) => settingViews(await listSettings(ctx)));
}

/** The settings that hold, defaults included. */
export async function campaignSettings(ctx: Reader | Tx): Promise<CampaignSettings> {
  return settingsIn(await listSettings(ctx));
}

/** Turns rows into views, with links to files. */
function viewer(ctx: Reader | Tx): (row: CampaignRow) => CampaignView {
  const path = mediaLinker(ctx);
  return (row) => campaignView(row, (key, name) => `${ctx.publicUrl}${path(key, name)}`);
}
