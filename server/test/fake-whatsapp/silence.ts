// Keeping the library quiet.
import type { SocketConfig } from 'baileys';

const nothing = () => {};

/** A log that keeps nothing. */
export const silent: SocketConfig['logger'] = {
  level: 'silent',
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Drops what libsignal writes to the console, which is whole sessions with their private keys. Answers what undoes it. */
export function silenceLibsignal(): () => void {
  const undo = methods.map((method) => {
    const before = console[method];
    console[method] = (...args: unknown[]) => {
      if (!new Error().stack?.includes('/libsignal/')) before.apply(console, args);
    };
    return () => {
      console[method] = before;
    };
  });
  return () => {
    for (const step of undo) step();
  };
}
