import { mediaMaxBytes } from '@balcao/contract/media-rules';
import { mediaKey } from '../../../../gateways/files/storage.ts';
import { OutsideFailure } from '../../../../gateways/http/outside-failure.ts';
import type { BotAction, Bubble } from '../../../../gateways/integrations/port.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { AppError } from '../../../../platform/errors.ts';
import { owning, removeFilesLater } from '../../../company/system/actions.ts';
import { type FileFields, keysOf, storeFile } from '../../../desk/messages/actions/out/store-file.ts';
import { keepTicket } from '../../../desk/tickets/actions/for-features/hold-ticket.ts';
import { moveTicket } from '../../../desk/tickets/actions/move-ticket.ts';
import { type AssistantHold, fallSilent, handOver, speak, speakFile } from '../../assistants/actions/turn.ts';
import { type DeliveryRow, lockDelivery } from '../store/deliveries.ts';
import { findIntegration } from '../store/integrations.ts';
import { type GoOn, noteDelivery } from './announce.ts';
import { turnOf } from './call-once.ts';

export type Telling = { row: DeliveryRow };
type Reply = { bubbles: Bubble[]; action: BotAction | null };
type FileBubble = Extract<Bubble, { type: 'file' }>;

/** A file and its caption are two messages, so each bubble has two places. */
const placesOfBubble = 2;
const fileTimeoutMs = 30_000;

/** Tells the customer the next part of an answer, and does after the last one what the integration wants done. */
export async function tellNext(ctx: Outside, { row }: Telling, goOn: GoOn): Promise<'took long' | undefined> {
  const reply = row.reply as Reply;
  const bubble = reply.bubbles[row.said];
  const file = bubble?.type === 'file' ? await fetchFile(ctx, bubble) : null;
  await owning(ctx, file ? keysOf(file) : [], () => transaction(ctx, (ctx) => tell(ctx, { row, reply, bubble, file }, goOn)));
  return bubble?.type === 'file' ? 'took long' : undefined;
}

type Part = { row: DeliveryRow; reply: Reply; bubble: Bubble | undefined; file: FileFields | null };

async function tell(ctx: Tx, { row, reply, bubble, file }: Part, goOn: GoOn): Promise<void> {
  const ticketId = row.ticket_id ?? 0;
  const dropFile = () => removeFilesLater(ctx, file ? keysOf(file) : []);
  if (!(await keepTicket(ctx, ticketId))) return dropFile();
  const now = await lockDelivery(ctx, row.id);
  if (now?.state !== 'answering' || now.said !== row.said) return dropFile();
  const hold = await turnOf(ctx, row);
  if (!hold) {
    await noteDelivery(ctx, row.id, { state: 'done', next_try_at: null });
    return dropFile();
  }
  hold.said = row.said * placesOfBubble;
  if (bubble && !(await sayBubble(ctx, hold, bubble, file))) await dropFile();
  const said = row.said + 1;
  if (said < reply.bubbles.length) {
    const delay = (await findIntegration(ctx, row.integration_id))?.delay ?? 0;
    const at = delay > 0 ? new Date(ctx.now().getTime() + delay) : null;
    await noteDelivery(ctx, row.id, { said, next_try_at: at });
    return;
  }
  await noteDelivery(ctx, row.id, { said, state: 'done', next_try_at: null });
  if (reply.action) await carryOut(ctx, ticketId, reply.action);
  await goOn(ctx, ticketId);
}

/** False if the file was not sent: the customer gets its address instead. */
async function sayBubble(ctx: Tx, hold: AssistantHold, bubble: Bubble, file: FileFields | null): Promise<boolean> {
  if (bubble.type === 'text') {
    await speak(ctx, hold, bubble.text);
    return true;
  }
  const sent = file !== null && (await speakFile(ctx, hold, file, { isVoice: bubble.as === 'audio' })) !== null;
  const words = sent ? bubble.caption : [bubble.caption, bubble.url].filter(Boolean).join('\n');
  if (words.trim() !== '') await speak(ctx, hold, words);
  return sent;
}

/** Null if there is no such file, or too large a one. */
async function fetchFile(ctx: Outside, { as, url, name }: FileBubble): Promise<FileFields | null> {
  try {
    const { status, body, headers } = await ctx.gateways.http.call({
      method: 'GET',
      url,
      timeoutMs: fileTimeoutMs,
      maxBytes: mediaMaxBytes[as],
    });
    if (status !== 200 || body.length === 0) return null;
    const mime = headers['content-type']?.split(';')[0]?.trim() ?? 'application/octet-stream';
    const key = (extension: string) => mediaKey(ctx.companyId, extension);
    return await storeFile(ctx, body, { as, filename: name, mime, key });
  } catch (error) {
    if (error instanceof OutsideFailure) return null;
    throw error;
  }
}

async function carryOut(ctx: Tx, ticketId: number, action: BotAction): Promise<void> {
  switch (action.do) {
    case 'close':
      await moveTicket(ctx, ticketId, { status: 'closed' });
      return;
    case 'stop':
      return fallSilent(ctx, ticketId, 'stopped');
    case 'transfer':
      return transfer(ctx, ticketId, action);
  }
}

/** To an agent who can take it; otherwise it waits in the queue. */
async function transfer(ctx: Tx, ticketId: number, { queueId, userId }: { queueId: number | null; userId: number | null }): Promise<void> {
  await handOver(ctx, ticketId, queueId);
  if (userId === null) return;
  try {
    await moveTicket(ctx, ticketId, { status: 'open', userId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
