import { fillCampaign, mayEdit, statusSaved } from '@balcao/contract/campaign-rules';
import type { CampaignView, campaignEndpoints } from '@balcao/contract/campaigns';
import type { Received } from '@balcao/contract/endpoint';
import { momentFrom } from '@balcao/contract/schedule-rules';
import { storableText } from '@balcao/contract/storable-text';
import { campaignCreated, campaignDeleted } from '../../../../events/campaigns.ts';
import { onlyFile, storeUpload } from '../../../../gateways/files/upload.ts';
import type { Ctx, Outside, Reader, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { AppError, invalid } from '../../../../platform/errors.ts';
import type { Upload } from '../../../../platform/http/routes.ts';
import { getConnection } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { audit, owning, removeFilesLater } from '../../../company/system/actions.ts';
import { detailOf as fileListDetail } from '../../../desk/files/reads.ts';
import { createContactList } from '../../contact-lists/actions/change-list.ts';
import { showContactList } from '../../contact-lists/reads.ts';
import { plannedTemplate } from '../../templates/reads.ts';
import { campaignNow, campaignSettings } from '../reads.ts';
import { insertCampaign, lockCampaign, removeCampaign, saveCampaign } from '../store/campaigns.ts';
import { forgetWaiting } from '../store/shippings.ts';
import { announceCampaign } from './announce.ts';
import type { Locked } from './dispatch.ts';
import { startAt } from './plan.ts';

type NewCampaign = Change & Pick<Received<typeof campaignEndpoints.createCampaign>['body'], 'name'>;
type Change = Received<typeof campaignEndpoints.updateCampaign>['body'];

/**
 * Adds a campaign: scheduled if it has a time, else inactive. With `tagListId`, a list of the contacts of that tag is made for it.
 * ERR_NO_WAPP_FOUND, ERR_NO_CONTACTLIST_FOUND, ERR_NO_FILE_FOUND, ERR_NO_TAG_FOUND, ERR_TEMPLATE_CHANNEL; refuses as `checkTemplate`.
 */
export function createCampaign(ctx: Ctx, input: NewCampaign): Promise<CampaignView> {
  return transaction(ctx, async (ctx) => {
    const columns = await columnsOf(ctx, input.name, input);
    const template = await templateFor(ctx, input, { connection_id: null, template: null });
    const scheduledAt = columns.scheduled_at ?? null;
    const now = ctx.now();
    const id = await insertCampaign(ctx, {
      ...columns,
      template: template ?? null,
      name: input.name,
      status: statusSaved('INATIVA', scheduledAt),
      created_at: now,
      updated_at: now,
    });
    if (scheduledAt) await startAt(ctx, id, scheduledAt);
    const record = await campaignNow(ctx, id);
    await ctx.publish(campaignCreated, { record });
    return record;
  });
}

/** Changes the given fields. Also ERR_NO_CAMPAIGN_FOUND, and ERR_CAMPAIGN_LOCKED for one that runs, is finished or begins within the hour. */
export function updateCampaign(ctx: Ctx, id: number, input: Change): Promise<CampaignView> {
  return transaction(ctx, async (ctx) => {
    const before = await mustEdit(ctx, id);
    const columns = await columnsOf(ctx, input.name ?? before.name, input, before);
    const template = await templateFor(ctx, input, before);
    const scheduledAt = columns.scheduled_at === undefined ? before.scheduled_at : columns.scheduled_at;
    const otherList = columns.contact_list_id !== undefined && columns.contact_list_id !== before.contact_list_id;
    if (otherList) await forgetWaiting(ctx, id);
    await saveCampaign(ctx, id, {
      ...columns,
      template,
      name: input.name,
      status: statusSaved(before.status, scheduledAt),
      // The contacts of another list are taken over when the campaign goes on; numbers that were sent to stay as they are.
      ...(otherList ? { planned_at: null, planned_item_id: 0, planned: 0, planned_valid: 0 } : {}),
      halt: null,
      updated_at: ctx.now(),
    });
    if (scheduledAt && before.status !== 'CANCELADA') await startAt(ctx, id, scheduledAt);
    await announceCampaign(ctx, id);
    return campaignNow(ctx, id);
  });
}

/** Removes a campaign and its file. ERR_NO_CAMPAIGN_FOUND; ERR_CAMPAIGN_RUNNING while it runs. */
export function deleteCampaign(ctx: Ctx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const campaign = await mustLock(ctx, id);
    if (campaign.status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_RUNNING');
    await removeCampaign(ctx, id);
    await removeFilesLater(ctx, [campaign.media_key]);
    await audit(ctx, { verb: 'campaign.deleted', subject: String(id), details: { name: campaign.name } });
    await ctx.publish(campaignDeleted, { id });
  });
}

/** Sets the file of a campaign and replaces the one it has. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_LOCKED. */
export async function attachFile(ctx: Outside, id: number, files: Upload[]): Promise<CampaignView> {
  await reading(ctx, (ctx) => campaignNow(ctx, id));
  const stored = await storeUpload(ctx, onlyFile(files, 'file'));
  return owning(ctx, [stored.key], () =>
    saveFile(ctx, id, { media_key: stored.key, media_name: stored.name, media_mime: stored.mime, media_size: stored.size }),
  );
}

/** Removes the file. ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_LOCKED. */
export function detachFile(ctx: Ctx, id: number): Promise<CampaignView> {
  return saveFile(ctx, id, { media_key: null, media_name: null, media_mime: null, media_size: null });
}

function saveFile(
  ctx: Ctx,
  id: number,
  file: { media_key: string | null; media_name: string | null; media_mime: string | null; media_size: number | null },
): Promise<CampaignView> {
  return transaction(ctx, async (ctx) => {
    const before = await mustEdit(ctx, id);
    await removeFilesLater(ctx, [before.media_key]);
    await saveCampaign(ctx, id, { ...file, updated_at: ctx.now() });
    await announceCampaign(ctx, id);
    return campaignNow(ctx, id);
  });
}

async function mustEdit(ctx: Tx, id: number): Promise<Locked> {
  const campaign = await mustLock(ctx, id);
  if (!mayEdit({ status: campaign.status, scheduledAt: campaign.scheduled_at }, ctx.now())) throw new AppError('ERR_CAMPAIGN_LOCKED');
  return campaign;
}

/** Throws ERR_NO_CAMPAIGN_FOUND. */
export async function mustLock(ctx: Tx, id: number): Promise<Locked> {
  const campaign = await lockCampaign(ctx, id);
  if (!campaign) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
  return campaign;
}

/** The columns that the given fields decide. */
async function columnsOf(ctx: Tx, name: string, input: Change, before: Texts = { messages: [], confirmation_messages: [] }) {
  const { whatsappId, fileListId } = input;
  if (whatsappId) await getConnection(ctx, whatsappId);
  if (fileListId) await fileListDetail(ctx, fileListId);
  return {
    messages: textsIn(input, 'message', before.messages),
    confirmation_messages: textsIn(input, 'confirmationMessage', before.confirmation_messages),
    confirmation: input.confirmation ?? undefined,
    only_open_hours: input.onlyOpenHours ?? undefined,
    scheduled_at: momentOrNone(input.scheduledAt, await settingOf(ctx, 'timeZone')),
    connection_id: whatsappId,
    contact_list_id: await listOf(ctx, name, input),
    file_list_id: fileListId,
  };
}

/** The template as it is stored; undefined: it stays. Refuses as `plannedTemplate`. */
export async function templateFor(
  ctx: Reader | Tx,
  input: Pick<Change, 'template' | 'whatsappId'>,
  before: Pick<Locked, 'connection_id' | 'template'>,
) {
  const variables = input.template ? (await campaignSettings(ctx)).variables : [];
  return plannedTemplate(ctx, input, before, (value) => fillCampaign(value, example, variables));
}

const example = { name: 'Maria Silva', number: '5511987654321', email: 'maria@exemplo.com' };

type Texts = Pick<Locked, 'messages' | 'confirmation_messages'>;

/** The five texts; one that is not given stays. */
export function textsIn(input: Partial<Change>, field: 'message' | 'confirmationMessage', before: readonly string[]): string[] {
  return ([1, 2, 3, 4, 5] as const).map((n) => input[`${field}${n}`] ?? before[n - 1] ?? '');
}

/** Undefined: not given. Throws ERR_VALIDATION for what is no time. */
export function momentOrNone(text: string | null | undefined, timeZone: string): Date | null | undefined {
  if (text === undefined) return undefined;
  if (!text) return null;
  const at = momentFrom(text, timeZone);
  if (!at) throw invalid('body.scheduledAt', 'invalid');
  return at;
}

/** The list to send to; the one made of a tag goes before. Undefined: not given. */
async function listOf(ctx: Tx, name: string, { tagListId, contactListId }: Change): Promise<number | null | undefined> {
  if (tagListId) {
    const day = ctx.now().toISOString().slice(0, 10);
    const filter = { tags: [tagListId], lastContact: null, field: null };
    const list = await createContactList(ctx, { name: `${storableText(name, 20)} | TAG: ${tagListId} - ${day}`, filter });
    return list.id;
  }
  if (contactListId) await showContactList(ctx, contactListId);
  return contactListId;
}
