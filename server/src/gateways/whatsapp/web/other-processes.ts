// Installations with several processes: calls for a session go to the process that runs it.
import { type Account, type Channel, passesSoonMs, SendFailure, type SendReason } from '../port.ts';
import type { WebSessions } from './sessions.ts';

/** How to reach the process that runs a session. */
export type OtherProcesses = {
  /** Its name, or null if no process runs the session. */
  ownerOf(account: Account): Promise<string | null>;
  /** Rejects with `SendFailure`, or with another error if there was no answer. */
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

/** Longer than the other process's own timeouts. */
const answerMs = 75_000;
const checkOwnerEveryMs = 1_000;

/** A channel that calls `local` for own sessions, and the owning process for others. */
export function channelAcrossProcesses(local: Channel, sessions: WebSessions, others: OtherProcesses): Channel {
  const dispatched = methods.map((method) => [
    method,
    async (...args: [Account, ...unknown[]]) => {
      const here = local[method] as (...args: unknown[]) => Promise<unknown>;
      if (sessions.find(args[0])) return here(...args);
      const owner = await others.ownerOf(args[0]);
      if (owner === null || owner === sessions.owner) return here(...args);
      return askOwner(others, owner, { method, args }).catch((error: unknown) => {
        if (error instanceof SendFailure) throw error;
        throw new SendFailure('retry', 'network', error instanceof Error ? error.message : String(error), passesSoonMs);
      });
    },
  ]);
  return { ...local, ...Object.fromEntries(dispatched) };
}

/**
 * Stops waiting when the process no longer runs the session: a dead process never answers, and another one takes over long before the
 * timeout. Repeating is safe, because the same key is the same message.
 */
async function askOwner(others: OtherProcesses, owner: string, request: WebRequest): Promise<unknown> {
  let checking: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_, reject) => {
    checking = setInterval(async () => {
      const now = await others.ownerOf(request.args[0]).catch(() => owner);
      if (now !== owner) reject(new SendFailure('retry', 'network', 'the session has gone to another process', 1_000));
    }, checkOwnerEveryMs);
  });
  try {
    return await Promise.race([others.ask(owner, request, answerMs), lost]);
  } finally {
    clearInterval(checking);
  }
}

/** Answers a call from another process. */
export function answerFor(local: Channel, request: unknown): Promise<unknown> {
  const { method, args } = request as WebRequest;
  if (!methods.includes(method)) return Promise.reject(new Error(`unknown request ${String(method)}`));
  return (local[method] as (...args: unknown[]) => Promise<unknown>)(...args);
}

type Plain = { outcome: SendFailure['outcome']; reason: SendReason; detail: string; retryAfterMs: number };

/** Serialises a failure for another process. */
export function plainFailure(error: unknown): Plain {
  if (error instanceof SendFailure) {
    const { outcome, reason, detail, retryAfterMs } = error;
    return { outcome, reason, detail, retryAfterMs };
  }
  return {
    outcome: 'retry',
    reason: 'network',
    detail: error instanceof Error ? error.message : String(error),
    retryAfterMs: passesSoonMs,
  };
}

export function restoredFailure(failure: unknown): SendFailure {
  const { outcome, reason, detail, retryAfterMs } = failure as Plain;
  return new SendFailure(outcome, reason, detail, retryAfterMs);
}
