// The channel in an installation of several processes: what this process does not run is done by the one that does.
import { type Account, type Channel, SendFailure, type SendReason } from '../port.ts';
import type { WebSessions } from './sessions.ts';

/** How to reach the process that runs a session. */
export type Elsewhere = {
  /** Its name, or null when no process runs the session. */
  ownerOf(account: Account): Promise<string | null>;
  /** Rejects with `SendFailure`, or with another error when no answer came. */
  ask(owner: string, request: WebRequest, timeoutMs: number): Promise<unknown>;
};

const methods = [
  'send',
  'revoke',
  'edit',
  'markRead',
  'fetchMedia',
  'check',
  'addressBook',
  'checkNumber',
  'profilePicture',
  'typing',
  'watch',
  'recheck',
  'rejectCall',
] as const;
type Method = (typeof methods)[number];
export type WebRequest = { method: Method; args: [Account, ...unknown[]] };

/** Longer than what the other process waits for itself. */
const answerMs = 75_000;
const lookEveryMs = 1_000;

/** `local`, and the same of other processes. */
export function channelAnywhere(local: Channel, sessions: WebSessions, elsewhere: Elsewhere): Channel {
  const dispatched = methods.map((method) => [
    method,
    async (...args: [Account, ...unknown[]]) => {
      const here = local[method] as (...args: unknown[]) => Promise<unknown>;
      if (sessions.find(args[0])) return here(...args);
      const owner = await elsewhere.ownerOf(args[0]);
      if (owner === null || owner === sessions.owner) return here(...args);
      return askOwner(elsewhere, owner, { method, args }).catch((error: unknown) => {
        if (error instanceof SendFailure) throw error;
        throw new SendFailure('retry', 'network', error instanceof Error ? error.message : String(error), 5_000);
      });
    },
  ]);
  return { ...local, ...Object.fromEntries(dispatched) };
}

/**
 * Waits no longer for a process than it runs the session: one that died answers nothing, and another has taken over long before the time
 * is up. The same key makes a repeat the same message.
 */
async function askOwner(elsewhere: Elsewhere, owner: string, request: WebRequest): Promise<unknown> {
  let looking: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_, reject) => {
    looking = setInterval(async () => {
      const now = await elsewhere.ownerOf(request.args[0]).catch(() => owner);
      if (now !== owner) reject(new SendFailure('retry', 'network', 'the session has gone to another process', 1_000));
    }, lookEveryMs);
  });
  try {
    return await Promise.race([elsewhere.ask(owner, request, answerMs), lost]);
  } finally {
    clearInterval(looking);
  }
}

/** Does what another process asks for. */
export function answerFor(local: Channel, request: unknown): Promise<unknown> {
  const { method, args } = request as WebRequest;
  if (!methods.includes(method)) return Promise.reject(new Error(`unknown request ${String(method)}`));
  return (local[method] as (...args: unknown[]) => Promise<unknown>)(...args);
}

type Plain = { outcome: SendFailure['outcome']; reason: SendReason; detail: string; retryAfterMs: number };

/** A failure as plain data, and back. */
export function plainFailure(error: unknown): Plain {
  if (error instanceof SendFailure) {
    const { outcome, reason, detail, retryAfterMs } = error;
    return { outcome, reason, detail, retryAfterMs };
  }
  return { outcome: 'retry', reason: 'network', detail: error instanceof Error ? error.message : String(error), retryAfterMs: 5_000 };
}

export function restoredFailure(failure: unknown): SendFailure {
  const { outcome, reason, detail, retryAfterMs } = failure as Plain;
  return new SendFailure(outcome, reason, detail, retryAfterMs);
}
