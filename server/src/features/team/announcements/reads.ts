import { announcementLimits } from '@balcao/contract/announcement-rules';
import type { AnnouncementView, announcementEndpoints, ShownAnnouncement } from '@balcao/contract/announcements';
import type { Answer } from '@balcao/contract/endpoint';
import { mediaLinker } from '../../../gateways/files/signed-url.ts';
import { type Base, type Ctx, userIdOf } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { seesInactive } from './access.ts';
import { type AnnouncementRow, countAnnouncements, findAnnouncement, listAnnouncementRows, readBy } from './store.ts';
import { announcementView } from './view.ts';

/** One page, newest first; inactive ones for operators only. */
export function listAnnouncements(
  ctx: Ctx,
  query: { searchParam: string; pageNumber: number },
): Promise<Answer<typeof announcementEndpoints.listAnnouncements>> {
  const wanted = { search: query.searchParam, activeOnly: !seesInactive(ctx.actor) };
  return platformTransaction(ctx, async (ctx) => {
    const { rows, ...page } = await pageOf(
      query.pageNumber,
      (limit, offset) => listAnnouncementRows(ctx, wanted, limit, offset),
      () => countAnnouncements(ctx, wanted),
    );
    return { records: rows.map(announcementViewer(ctx)), ...page };
  });
}

/** The active announcements, newest first, and whether the caller has read them. */
export function showAnnouncements({ companyId, actor, ...ctx }: Ctx): Promise<ShownAnnouncement[]> {
  const userId = userIdOf(actor) ?? 0;
  return platformTransaction(ctx, async (ctx) => {
    const rows = await listAnnouncementRows(ctx, { search: '', activeOnly: true }, announcementLimits.shownMax, 0);
    const ids = rows.map(({ id }) => id);
    const read = await readBy(ctx, companyId, userId, ids);
    return rows.map((row) => ({ ...announcementViewer(ctx)(row), read: read.has(row.id) }));
  });
}

/** Throws ERR_NO_ANNOUNCEMENT_FOUND. */
export function showAnnouncement(ctx: Ctx, id: number): Promise<AnnouncementView> {
  return platformTransaction(ctx, async (ctx) => announcementViewer(ctx)(mustBeThere(await findAnnouncement(ctx, id))));
}

/** The row, if there is one; else ERR_NO_ANNOUNCEMENT_FOUND. */
export function mustBeThere(row: AnnouncementRow | null): AnnouncementRow {
  if (!row) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND');
  return row;
}

/** Turns rows into views, with links to pictures. */
export function announcementViewer(ctx: Pick<Base, 'now' | 'secrets' | 'publicUrl'>): (row: AnnouncementRow) => AnnouncementView {
  return (row) => announcementView(row, (companyId, key) => `${ctx.publicUrl}${mediaLinker({ ...ctx, companyId })(key)}`);
}
