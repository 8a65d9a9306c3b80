// Keeps the linked devices of all companies connected, in as many processes as there are. One process at a time runs a device: it holds a
// lease, renews it, and ends the session if it cannot renew in time. Others notice at once when a process dies, because it held a lock on
// its database connection. The lease is for processes that live on behind a broken network or a database that does not answer.
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../../platform/context.ts';
import { holdLock } from '../../../../platform/db/held-lock.ts';
import { platformTransaction } from '../../../../platform/db/transaction.ts';
import { keepService, leaseSeconds, renewMs, surrenderMs } from '../rules.ts';
import { claimLeases, type Lease, outlook, ownedLeases, ownerLockSpace, renewLeases } from '../store.ts';
import { type Running, runDevice } from './run.ts';

/** How often is looked for what another process may have left, how often where others run none, and at least how often again after a failure. */
const takeOverMs = 1_000;
const lookEveryMs = 10_000;
const watchEveryMs = 500;
/** How many are started at once: each costs a handshake and some hundred key rows. */
const claimedAtOnce = 10;

export type Keeper = {
  /** Ends all sessions and releases their leases. */
  stop(): Promise<void>;
};

export async function keepDevices(base: PlatformCtx, directUrl: string): Promise<Keeper> {
  const { owner } = base.gateways.webSessions;
  const alive = await holdLock(directUrl, ownerLockSpace, owner, base.log);
  const running = new Map<string, { lease: Lease; device: Running }>();
  const keyOf = ({ company_id, connection_id }: Lease) => `${company_id}:${connection_id}`;
  let renewedAt = performance.now();
  let stopped = false;
  let checkingNow = false;
  let checking: Promise<void> = Promise.resolve();

  const endings = new Map<string, Promise<void>>();

  /** Ends what runs under a key; resolves once nothing of it runs any more, whoever began to end it. */
  const end = (key: string, how: 'leave' | 'unlink' | 'surrender'): Promise<void> => {
    const found = running.get(key);
    if (!found) return endings.get(key) ?? Promise.resolve();
    running.delete(key);
    const ending = found.device.end(how).finally(() => endings.delete(key));
    endings.set(key, ending);
    return ending;
  };

  const begin = (lease: Lease) => {
    const key = keyOf(lease);
    const device = runDevice(asSystem(base, mintCompanyId(lease.company_id)), lease, () => {
      if (running.get(key)?.device === device) running.delete(key);
    });
    running.set(key, { lease, device });
  };

  const surrenderAll = () => Promise.all([...running.keys()].map((key) => end(key, 'surrender')));
  const isOverdue = () => performance.now() - renewedAt > surrenderMs;

  /** Resolves with in how many ms to look again. */
  const checkDevices = async (): Promise<number> => {
    // Without the lock, other processes may already have claimed our devices.
    if (!alive.isHeld()) {
      await surrenderAll();
      await alive.retake();
    }
    // The leases run from here at the earliest, however late the answer comes.
    const askedAt = performance.now();
    const due = askedAt - renewedAt > renewMs;
    const kept = [...running.values()];
    const ids = kept.map(({ lease }) => lease.connection_id);
    const { own, claimed, ahead } = await platformTransaction(base, async (ctx) => {
      const ahead = await outlook(ctx, owner, ids);
      if (!ahead.any && kept.length === 0) return { ahead, own: [], claimed: [] };
      const connected = kept.filter(({ device }) => device.isConnected()).map(({ lease }) => lease.connection_id);
      const own = due ? await renewLeases(ctx, owner, leaseSeconds, ids, connected) : await ownedLeases(ctx, owner);
      return { ahead, own, claimed: stopped || !alive.isHeld() ? [] : await claimLeases(ctx, owner, leaseSeconds, claimedAtOnce) };
    });
    if (due) renewedAt = askedAt;
    if (isOverdue()) return watchEveryMs;
    const now = new Map(own.map((lease) => [keyOf(lease), lease]));
    for (const [key, { lease }] of [...running]) {
      const current = now.get(key);
      // Another process has it, or there is a new command: a later round claims it again.
      if (current?.epoch !== lease.epoch) await end(key, 'surrender');
      else if (current.generation !== lease.generation) await end(key, current.wanted === 'unlink' ? 'unlink' : 'leave');
    }
    // A command may have come between the two looks: then a device still runs under the lease that it had before, or is just being ended.
    const beginAfterwards = async (lease: Lease) => {
      await end(keyOf(lease), 'surrender');
      begin(lease);
    };
    await Promise.all(claimed.map(beginAfterwards));
    if (claimed.length === claimedAtOnce) return 0;
    const renewal = running.size > 0 ? renewMs - (performance.now() - renewedAt) : lookEveryMs;
    return Math.max(watchEveryMs, Math.min(renewal, ahead.nextMs ?? lookEveryMs, ahead.others ? takeOverMs : lookEveryMs));
  };

  let next: NodeJS.Timeout | undefined;
  let again = false;
  const round = () => {
    again = checkingNow;
    if (checkingNow || stopped) return;
    checkingNow = true;
    clearTimeout(next);
    checking = checkDevices()
      .catch((error: unknown) => {
        base.log.warn({ err: error }, 'linked devices could not be looked after');
        return watchEveryMs;
      })
      .then((ms) => {
        checkingNow = false;
        if (!stopped) next = setTimeout(round, again ? 0 : ms);
      });
  };
  const forget = base.hub.waker.onService(keepService, round);
  round();
  const timer = setInterval(() => {
    // Waits for no round: one may be waiting for a database that does not answer.
    if (isOverdue() && running.size > 0) {
      base.log.error({ devices: running.size }, 'linked devices are surrendered: their leases could not be renewed');
      surrenderAll().catch((error) => base.log.error({ err: error }, 'linked devices could not be surrendered'));
    }
    if (!alive.isHeld() && !checkingNow) round();
  }, watchEveryMs);

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(next);
      forget();
      await checking;
      await Promise.all([...running.keys()].map((key) => end(key, 'leave')));
      await alive.release();
    },
  };
}
