// Profile pictures of people and groups, from channels that have them. Fetched when somebody opens the conversation, at most once a week.
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { z } from 'zod';
import { contactChanged } from '../../../../events/contacts.ts';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import type { Ctx, Outside, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { accountOf, findConnection } from '../../../company/connections/reads.ts';
import { owning, removeFilesLater } from '../../../company/system/actions.ts';
import { replyAddress, viewer } from '../reads.ts';
import { findContact, lockContact, saveContact } from '../store/contacts.ts';
import { picturesAskedSince } from '../store/pictures.ts';

const pictureMaxBytes = 1024 * 1024;
/** Per connection: asking for hundreds of pictures looks like a bot. */
const picturesPerMinute = 20;
const pictureHoldsMs = 7 * 86_400_000;
/** Channels that have profile pictures. */
const channels: readonly ConnectionChannel[] = ['whatsapp_web'];

export const fetchPictureJob = defineJob({
  name: 'contacts.fetchPicture',
  lane: 'media',
  payload: z.object({ contactId: z.number(), connectionId: z.number() }),
  maxAttempts: 3,
  run: (ctx, { contactId, connectionId }) => fetchPicture(ctx, contactId, connectionId),
});

/** Fetches the picture of a contact if the connection's channel has pictures, unless that was done this week. */
export async function wantPicture(ctx: Tx, contactId: number, connection: { id: number; channel: ConnectionChannel }): Promise<void> {
  if (!channels.includes(connection.channel)) return;
  const contact = await findContact(ctx, contactId);
  if (contact && isDue(contact.picture_checked_at, ctx.now())) await enqueue(ctx, contactId, connection.id);
}

function isDue(checkedAt: Date | null, now: Date): boolean {
  return checkedAt === null || now.getTime() - checkedAt.getTime() > pictureHoldsMs;
}

/** The picture was replaced or removed: fetches it soon, however recently that was done. */
export async function renewPicture(ctx: Tx, contactId: number, connectionId: number): Promise<void> {
  await saveContact(ctx, contactId, { picture_checked_at: null });
  await enqueue(ctx, contactId, connectionId);
}

function enqueue(ctx: Tx, contactId: number, connectionId: number, runAt?: Date): Promise<void> {
  return ctx.enqueue(
    fetchPictureJob,
    { contactId, connectionId },
    { key: String(contactId), queue: `pictures:${connectionId}`, ...(runAt ? { runAt } : {}) },
  );
}

async function fetchPicture(ctx: Outside, contactId: number, connectionId: number): Promise<void> {
  const now = ctx.now();
  const due = await reading(ctx, async (ctx) => {
    const contact = await findContact(ctx, contactId);
    const connection = await findConnection(ctx, connectionId);
    if (!contact || !connection || !isDue(contact.picture_checked_at, now)) return null;
    const asked = await picturesAskedSince(ctx, connectionId, new Date(now.getTime() - 60_000));
    return {
      channel: connection.channel,
      account: await accountOf(ctx, connectionId),
      address: await replyAddress(ctx, contactId, connection.channel),
      asked,
    };
  });
  if (!due) return;
  const channel = ctx.gateways.channel(due.channel);
  if (!channel.profilePicture) return;
  if (due.asked >= picturesPerMinute) {
    await transaction(ctx, (ctx) => enqueue(ctx, contactId, connectionId, new Date(now.getTime() + 60_000)));
    return;
  }
  const bytes = await channel.profilePicture(due.account, due.address);
  await keepPicture(ctx, contactId, connectionId, bytes && bytes.length <= pictureMaxBytes ? bytes : null);
}

/** Stores a picture, or that there is none. */
async function keepPicture(ctx: Outside, contactId: number, connectionId: number, bytes: Uint8Array | null): Promise<void> {
  const { files, media } = ctx.gateways;
  const kind = bytes && (await media.sniff(bytes, { mime: 'image/jpeg', filename: null }));
  const key = bytes && kind?.mime.startsWith('image/') ? mediaKey(ctx.companyId, kind.extension) : null;
  if (bytes && kind && key) await files.put(key, bytes, { mime: kind.mime });
  await owning(ctx, [key], () => savePicture(ctx, contactId, connectionId, key));
}

function savePicture(ctx: Ctx, contactId: number, connectionId: number, key: string | null): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const before = await lockContact(ctx, contactId);
    const change = { picture_key: key, picture_checked_at: ctx.now(), connection_id: before.connection_id ?? connectionId };
    if (before.picture_key === null && key === null) {
      await saveContact(ctx, contactId, change);
      return;
    }
    const row = await saveContact(ctx, contactId, { ...change, updated_at: ctx.now() });
    await removeFilesLater(ctx, [before.picture_key]);
    await ctx.publish(contactChanged, { contact: viewer(ctx)(row) });
  });
}
