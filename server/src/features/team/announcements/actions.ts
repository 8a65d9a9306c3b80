import { announcementPictures } from '@balcao/contract/announcement-rules';
import type { AnnouncementView } from '@balcao/contract/announcements';
import { announcementChanged, announcementCreated, announcementDeleted, announcementsRead } from '../../../events/announcements.ts';
import { onlyFile, storeUpload } from '../../../gateways/files/upload.ts';
import { type Ctx, mintCompanyId, type Outside, type PlatformTx, personOf } from '../../../platform/context.ts';
import { platformTransaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Upload } from '../../../platform/http/routes.ts';
import { owning, removeFilesLater } from '../../company/system/actions.ts';
import { tellAnnouncement } from '../notices/actions/deliver.ts';
import { announcementViewer, mustBeThere } from './reads.ts';
import {
  type AnnouncementRow,
  findAnnouncement,
  holdActive,
  insertAnnouncement,
  lockAnnouncement,
  markRead,
  removeAnnouncement,
  saveAnnouncement,
} from './store.ts';

export type AnnouncementInput = { title: string; text: string; priority: 1 | 2 | 3; status: boolean };
type Change = { [K in keyof AnnouncementInput]?: AnnouncementInput[K] | undefined };

/** Adds an announcement. Everybody hears of it if it is active. */
export function createAnnouncement({ companyId, ...ctx }: Ctx, { status, ...input }: AnnouncementInput): Promise<AnnouncementView> {
  return platformTransaction(ctx, async (ctx) => {
    const at = ctx.now();
    const row = await insertAnnouncement(ctx, { ...input, active: status, company_id: companyId, created_at: at, updated_at: at });
    const record = announcementViewer(ctx)(row);
    ctx.publish(announcementCreated, { record });
    if (row.active) await tellAnnouncement(ctx, companyId, row.id);
    return record;
  });
}

/** Changes the given fields. ERR_NO_ANNOUNCEMENT_FOUND. */
export function updateAnnouncement(ctx: Ctx, id: number, { status, ...input }: Change): Promise<AnnouncementView> {
  return platformTransaction(ctx, async (ctx) => save(ctx, await locked(ctx, id), { ...input, active: status }));
}

/** Removes an announcement with its picture. ERR_NO_ANNOUNCEMENT_FOUND. */
export function deleteAnnouncement(ctx: Ctx, id: number): Promise<void> {
  return platformTransaction(ctx, async (ctx) => {
    const row = await locked(ctx, id);
    await removeAnnouncement(ctx, id);
    await removePicture(ctx, row);
    ctx.publish(announcementDeleted, { id });
  });
}

/** Sets the picture and replaces the one it has. ERR_NO_ANNOUNCEMENT_FOUND, ERR_MEDIA_TYPE. */
export async function attachPicture(ctx: Outside, id: number, files: Upload[]): Promise<AnnouncementView> {
  const before = await platformTransaction(ctx, async (ctx) => mustBeThere(await findAnnouncement(ctx, id)));
  // The file is the company's to which the announcement belongs, whichever operator sends it.
  const owner = { ...ctx, companyId: mintCompanyId(before.company_id) };
  const stored = await storeUpload(owner, onlyFile(files, 'file'));
  return owning(owner, [stored.key], async () => {
    if (!announcementPictures.includes(stored.mime)) throw new AppError('ERR_MEDIA_TYPE');
    return platformTransaction(ctx, async (ctx) => {
      const row = await locked(ctx, id);
      await removePicture(ctx, row);
      return save(ctx, row, { media_key: stored.key, media_name: stored.name });
    });
  });
}

/** Removes the picture. ERR_NO_ANNOUNCEMENT_FOUND. */
export function detachPicture(ctx: Ctx, id: number): Promise<AnnouncementView> {
  return platformTransaction(ctx, async (ctx) => {
    const row = await locked(ctx, id);
    await removePicture(ctx, row);
    return save(ctx, row, { media_key: null, media_name: null });
  });
}

/** Notes that the caller has read these announcements. Answers those that they may see. */
export async function readAnnouncements(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const actor = personOf(ctx.actor);
  return platformTransaction(ctx, async (platform) => {
    const active = await holdActive(platform, [...new Set(ids)]);
    await withinCompany(platform, ctx.companyId, async (inside) => {
      const fresh = await markRead(inside, actor.id, active, inside.now());
      if (fresh.length > 0) await inside.publish(announcementsRead, { userId: actor.id, ids: fresh });
    });
    return active;
  });
}

async function locked(ctx: PlatformTx, id: number): Promise<AnnouncementRow> {
  return mustBeThere(await lockAnnouncement(ctx, id));
}

async function save(ctx: PlatformTx, before: AnnouncementRow, change: Parameters<typeof saveAnnouncement>[2]): Promise<AnnouncementView> {
  const row = await saveAnnouncement(ctx, before.id, { ...change, updated_at: ctx.now() });
  const record = announcementViewer(ctx)(row);
  ctx.publish(announcementChanged, { record, wasActive: before.active });
  if (row.active && !before.active) await tellAnnouncement(ctx, mintCompanyId(row.company_id), row.id);
  return record;
}

async function removePicture(ctx: PlatformTx, row: AnnouncementRow): Promise<void> {
  if (row.media_key === null) return;
  await withinCompany(ctx, mintCompanyId(row.company_id), (ctx) => removeFilesLater(ctx, [row.media_key]));
}
