// In place of `socket.io-client`, where a test says what comes over the line.
import { EventEmitter } from 'node:events';

export const wire = { tell: (_name: string, _news: unknown) => {} };

export function io() {
  return Object.assign(new EventEmitter(), {
    io: Object.assign(new EventEmitter(), { opts: {} }),
    connect: () => undefined,
    disconnect: () => undefined,
    onAny: (tell: typeof wire.tell) => {
      wire.tell = tell;
    },
  });
}
