// In place of `socket.io-client`, where a test says what comes over the line.
import { EventEmitter } from 'node:events';

export const wire = {
  /** Brings a piece of news. */
  tell: (_name: string, _news: unknown) => {},
  /** Brings what is about the line itself: `ready`, `disconnect` with its reason, `connect_error`. */
  hear: (_name: string, _reason?: string) => {},
  /** How often the line was opened. */
  opened: 0,
};

export function io() {
  const line = new EventEmitter();
  wire.opened = 0;
  wire.hear = (name, reason) => void line.emit(name, reason);
  return Object.assign(line, {
    io: Object.assign(new EventEmitter(), { opts: {} }),
    connected: false,
    connect: () => {
      wire.opened += 1;
    },
    disconnect: () => undefined,
    onAny: (tell: typeof wire.tell) => {
      wire.tell = tell;
    },
  });
}
