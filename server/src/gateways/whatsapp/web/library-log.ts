// The library logs stanzas, and its cryptography prints whole sessions with their private keys to the console. Neither may get into a log.
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { Log } from '../../../platform/log.ts';

/** Passes on warnings and errors, without the objects logged with them. */
export function libraryLog(log: Log): ILogger {
  const say = (level: 'warn' | 'error') => (about: unknown, message?: string) => {
    const text = message ?? (typeof about === 'string' ? about : '');
    const { err, error } = (about ?? {}) as { err?: unknown; error?: unknown };
    const reason = (err ?? error) instanceof Error ? ((err ?? error) as Error).message : undefined;
    log.debug({ severity: level, reason }, `whatsapp web: ${text}`);
  };
  const own: ILogger = {
    level: 'warn',
    child: () => own,
    trace: () => undefined,
    debug: () => undefined,
    info: () => undefined,
    warn: say('warn'),
    error: say('error'),
  };
  return own;
}

/**
 * Turns off the console. The library's cryptography prints sessions with their private keys in normal operation. The product itself does
 * not use the console for its log and its start message.
 */
export function silenceConsole(target: Console = console): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) target[method] = () => undefined;
}
