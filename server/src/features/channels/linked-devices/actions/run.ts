// Runs one linked device under one lease, from claim to release.
import type { Closing } from '../../../../gateways/whatsapp/web/failures.ts';
import type { Session } from '../../../../gateways/whatsapp/web/session.ts';
import { chance } from '../../../../platform/chance.ts';
import type { Outside, Tx } from '../../../../platform/context.ts';
import { retryDuringOutage } from '../../../../platform/db/retry-during-outage.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { type SessionState, setConnectionStatus } from '../../../company/connections/actions.ts';
import { findConnection } from '../../../company/connections/reads.ts';
import { listUnresolvedLids } from '../../../desk/contacts/reads.ts';
import { receiveEvents } from '../../../desk/messages/actions/in/receive.ts';
import { finishHistory, receiveHistory } from '../../../desk/messages/actions/in/receive-history.ts';
import { publishTyping } from '../../../desk/messages/actions/thread/typing.ts';
import { closeGap, openGap } from '../../connection-health/actions/gaps.ts';
import { failuresAfter, keepService, retrySeconds, shownReason, statusAfter } from '../rules.ts';
import { findDevice, type Lease, releaseLease, removeKeys } from '../store.ts';
import { deviceRows } from './keys.ts';

export type Running = {
  isConnected(): boolean;
  /** Ends the session. `leave` releases the device, `unlink` removes it from the phone, `surrender` writes nothing (another process has it). */
  end(how: 'leave' | 'unlink' | 'surrender'): Promise<void>;
};

const day = 86_400_000;
const hiddenAtOnce = 200;

/** Starts the device; `ended` is called when nothing of it runs any more. */
export function runDevice(ctx: Outside, lease: Lease, ended: () => void): Running {
  const { connection_id: connectionId, epoch, generation } = lease;
  const held = { epoch, generation };
  const rows = deviceRows(ctx, connectionId, epoch);
  const log = ctx.log.child({ connectionId });
  let session: Session | null = null;
  let surrendered = false;
  let openedAt: Date | null = null;
  let sessionOver = false;
  let ending = false;
  let unlinking = lease.wanted === 'unlink';
  let over: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    over = resolve;
  });
  // States are written one after the other, in the order in which they happened. One that was lost would be shown wrongly until the next,
  // which may be days away.
  let writing: Promise<unknown> = Promise.resolve();
  const isOutdated = () => surrendered || ending || sessionOver;
  const write = (work: (ctx: Tx) => Promise<unknown>) => {
    writing = writing
      .then(() => (surrendered ? null : retryDuringOutage(log, () => transaction(ctx, work), isOutdated)))
      .catch((error) => log.error({ err: error }, 'state of a linked device not noted'));
    return writing;
  };

  /** Sets the connection's status, unless its number was moved to another channel meanwhile. */
  const setStatus = async (ctx: Tx, state: SessionState) => {
    const connection = await findConnection(ctx, connectionId);
    if (connection?.channel === 'whatsapp_web') await setConnectionStatus(ctx, connectionId, state);
  };

  const closed = async (why: Closing) => {
    log.info({ reason: why.reason, retry: why.retry }, 'a linked device was disconnected');
    sessionOver = true;
    await write(async (ctx) => {
      const device = await findDevice(ctx, connectionId);
      // Another process runs it, or it was deleted: its state is not ours to write any more.
      if (device?.epoch !== epoch) return;
      const failures = failuresAfter(why.retry, device.failures, openedAt && ctx.now().getTime() - openedAt.getTime());
      const again = why.retry === 'never' ? null : { failures, seconds: why.retry === 'now' ? 0 : retrySeconds(failures, chance()) };
      await releaseLease(ctx, connectionId, held, { again });
      ctx.wake(keepService);
      if (why.unlinked) await removeKeys(ctx, connectionId);
      // After a newer command, the connection's status belongs to that command.
      const connection = device.generation === generation ? await findConnection(ctx, connectionId) : null;
      if (connection?.channel !== 'whatsapp_web' || (connection.status === 'PAIRING' && why.retry === 'now')) return;
      await setConnectionStatus(ctx, connectionId, { status: statusAfter(why.retry), statusReason: shownReason(why.retry, why.reason) });
      if (openedAt && why.retry !== 'now')
        await openGap(ctx, connectionId, { from: device.covered_until ?? ctx.now(), reason: why.reason });
    });
    over();
    ended();
  };

  const start = async () => {
    const found = await reading(ctx, async (ctx) => ({
      connection: await findConnection(ctx, connectionId),
      device: await findDevice(ctx, connectionId),
    }));
    const linked = found.device?.linked === true;
    if (unlinking && !linked) return closed({ reason: 'disconnected_by_user', retry: 'never', unlinked: true });
    const importDays = found.connection?.import_days ?? 0;
    if (ending) return closed({ reason: 'network', retry: 'now', unlinked: false });
    // A phone that scanned the code reconnects at once; users see that as one step.
    if (found.connection?.status !== 'PAIRING') await write((ctx) => setStatus(ctx, { status: 'OPENING', statusReason: null }));
    session = await ctx.gateways.webSessions.open(
      { companyId: ctx.companyId, connectionId },
      {
        rows,
        pairingNumber: lease.pairing_number,
        historySince: importDays > 0 ? new Date(ctx.now().getTime() - importDays * day) : null,
        log,
        now: ctx.now,
      },
      {
        code: ({ qrcode, pairingCode, expiresAt }) =>
          void write((ctx) => setStatus(ctx, { status: 'qrcode', statusReason: null, qrcode, pairingCode, codeExpiresAt: expiresAt })),
        pairing: () => void write((ctx) => setStatus(ctx, { status: 'PAIRING', statusReason: null })),
        open: ({ number }) => {
          if (unlinking) return void session?.unlink();
          openedAt = ctx.now();
          void write(async (ctx) => {
            const device = await findDevice(ctx, connectionId);
            await setStatus(ctx, { status: 'CONNECTED', statusReason: null, number });
            if (device?.covered_until) await openGap(ctx, connectionId, { from: device.covered_until, reason: null });
          });
        },
        caughtUp: () => {
          void write((ctx) => closeGap(ctx, connectionId, { to: ctx.now() }));
          void resolveHiddenNumbers().catch((error) => log.warn({ err: error }, 'hidden numbers could not be looked up'));
        },
        facts: (facts) => retryUntilStored(() => receiveEvents(ctx, connectionId, facts)),
        history: async (facts) => {
          await retryUntilStored(() => receiveHistory(ctx, connectionId, facts));
          await retryUntilStored(() => finishHistory(ctx, connectionId));
        },
        typing: (chat, writing) =>
          void publishTyping(ctx, connectionId, chat, writing).catch((error) => log.debug({ err: error }, 'typing not told')),
        closed: (why) => void closed(unlinking ? { reason: 'disconnected_by_user', retry: 'never', unlinked: true } : why),
      },
    );
  };

  /** Asks the phone for the numbers of contacts that are known only by a hidden id; it may have learnt them since. */
  const resolveHiddenNumbers = async () => {
    for (let after = 0; session?.isOpen(); ) {
      const hidden = await reading(ctx, (ctx) => listUnresolvedLids(ctx, hiddenAtOnce, after));
      const last = hidden.at(-1);
      if (!last) return;
      const facts = await session.unhide(hidden.map(({ lid }) => lid));
      if (facts.length > 0) await retryUntilStored(() => receiveEvents(ctx, connectionId, facts));
      after = last.contactId;
    }
  };

  /** Messages that WhatsApp counts as delivered must not be lost because the database is away. */
  const retryUntilStored = (work: () => Promise<void>) => retryDuringOutage(log, work, () => surrendered);

  const started = start().catch((error: unknown) => {
    log.error({ err: error }, 'a linked device could not be taken up');
    void closed({ reason: 'bad_session', retry: 'backoff', unlinked: false });
  });

  return {
    isConnected: () => session?.isOpen() === true,
    async end(how) {
      surrendered = how === 'surrender';
      unlinking ||= how === 'unlink';
      ending = true;
      // Left alone, a session that is just being opened would stay, and stand in the way of the next one.
      await started;
      if (session) await (how === 'unlink' && session.isOpen() ? session.unlink().catch(() => session?.close()) : session.close());
      await done;
    },
  };
}
