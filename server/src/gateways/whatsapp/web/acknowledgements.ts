// Acks by WhatsApp's server that it accepted a message. The library resolves a send as soon as it is written to the socket.
import type { EventEmitter } from 'node:events';
import type { BinaryNode } from 'baileys';
import { passesSoonMs, SendFailure } from '../port.ts';
import { refusalOf } from './failures.ts';

export type Acknowledgements = {
  /** Call it before sending. `done` resolves once WhatsApp has accepted the message with this id, or rejects with `SendFailure`. */
  expect(id: string): { done: Promise<void>; forget(): void };
  /** No more acks will come. */
  end(): void;
};

export function listenForAcknowledgements(ws: EventEmitter, withinMs: number): Acknowledgements {
  const waiting = new Map<string, (failure: SendFailure | null) => void>();
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (attrs.id) waiting.get(attrs.id)?.(attrs.error ? refusalOf(attrs.error) : null);
  });
  return {
    expect(id) {
      let timer: NodeJS.Timeout;
      const done = new Promise<void>((resolve, reject) => {
        const settle = (failure: SendFailure | null) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (failure) reject(failure);
          else resolve();
        };
        timer = setTimeout(() => settle(new SendFailure('retry', 'network', 'WhatsApp did not confirm', passesSoonMs)), withinMs);
        waiting.set(id, settle);
      });
      // If sending itself fails first, nobody awaits this.
      done.catch(() => undefined);
      const forget = () => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      return { done, forget };
    },
    end() {
      for (const settle of [...waiting.values()]) settle(new SendFailure('retry', 'connection_down', 'the connection ended', 1_000));
    },
  };
}
