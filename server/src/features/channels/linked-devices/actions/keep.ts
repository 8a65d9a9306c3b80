// Keeps the linked devices of all companies connected, those that this process could take. Each is run by one process at a time: it holds
// a lease, renews it, and ends what it could not renew before another may take over. A process that died is noticed at once, by the lock
// that it held on its database connection; the lease is for those that live on behind a broken network.
import { asSystem, mintCompanyId, type PlatformCtx } from '../../../../platform/context.ts';
import { holdLock } from '../../../../platform/db/held-lock.ts';
import { platformTransaction } from '../../../../platform/db/transaction.ts';
import { leaseSeconds, renewMs, surrenderMs } from '../rules.ts';
import { claimLeases, type Lease, ownedLeases, ownerLockSpace, renewLeases } from '../store.ts';
import { type Running, runDevice } from './run.ts';

const lookEveryMs = 500;
/** So many begin at once: each costs a handshake and some hundred key rows. */
const claimedAtOnce = 10;

export type Keeper = {
  /** Ends all sessions and hands them over. */
  stop(): Promise<void>;
};

export async function keepDevices(base: PlatformCtx, directUrl: string): Promise<Keeper> {
  const { owner } = base.gateways.webSessions;
  const alive = await holdLock(directUrl, ownerLockSpace, owner, base.log);
  const running = new Map<string, { lease: Lease; device: Running }>();
  const keyOf = ({ company_id, connection_id }: Lease) => `${company_id}:${connection_id}`;
  let renewedAt = performance.now();
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();

  const end = async (key: string, how: 'leave' | 'unlink' | 'surrender') => {
    const found = running.get(key);
    if (!found) return;
    running.delete(key);
    await found.device.end(how);
  };

  const begin = (lease: Lease) => {
    const key = keyOf(lease);
    const device = runDevice(asSystem(base, mintCompanyId(lease.company_id)), lease, () => {
      if (running.get(key)?.device === device) running.delete(key);
    });
    running.set(key, { lease, device });
  };

  const look = async () => {
    // The others may take what nobody seems to run.
    if (!alive.isHeld()) {
      await Promise.all([...running.keys()].map((key) => end(key, 'surrender')));
      await alive.retake();
    }
    const due = performance.now() - renewedAt > renewMs;
    const { own, claimed } = await platformTransaction(base, async (ctx) => ({
      own: due
        ? await renewLeases(
            ctx,
            owner,
            leaseSeconds,
            [...running.values()].filter(({ device }) => device.isConnected()).map(({ lease }) => lease.connection_id),
          )
        : await ownedLeases(ctx, owner),
      claimed: stopped || !alive.isHeld() ? [] : await claimLeases(ctx, owner, leaseSeconds, claimedAtOnce),
    }));
    if (due) renewedAt = performance.now();
    const now = new Map(own.map((lease) => [keyOf(lease), lease]));
    for (const [key, { lease }] of [...running]) {
      const current = now.get(key);
      // Lost to somebody else, or commanded anew: the next look takes it up again.
      if (current?.epoch !== lease.epoch) await end(key, 'surrender');
      else if (current.generation !== lease.generation) await end(key, current.wanted === 'unlink' ? 'unlink' : 'leave');
    }
    for (const lease of claimed) begin(lease);
  };

  const round = async () => {
    try {
      await look();
    } catch (error) {
      base.log.warn({ err: error }, 'linked devices could not be looked after');
      if (performance.now() - renewedAt > surrenderMs) await Promise.all([...running.keys()].map((key) => end(key, 'surrender')));
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(round);
  }, lookEveryMs);

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all([...running.keys()].map((key) => end(key, 'leave')));
      await alive.release();
    },
  };
}
