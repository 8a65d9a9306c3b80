// A large file over a slow line is welcome; a caller who holds a connection open by sending next to nothing is not.
import type { FastifyInstance } from 'fastify';

/** A body that brought less than this in one span is given up. */
const spanMs = 15_000;
const leastBytes = 15_000;
/** After an answer that did not wait for the body, the rest may still come for this long, so that the caller gets to read the answer. */
const lingerMs = 3_000;

/** Judges bodies by the rate at which they come, and ends connections whose caller goes on sending what was refused. */
export function judgeBodies(server: FastifyInstance, patience = { spanMs, leastBytes, lingerMs }): void {
  server.addHook('preParsing', async ({ raw }) => {
    if (raw.complete !== false) return;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const came = raw.socket.bytesRead - before;
      before += came;
      if (raw.complete) clearInterval(timer);
      // If something of it waits to be read, it is us who are slow.
      else if (came < patience.leastBytes && raw.readableLength === 0) raw.destroy();
    }, patience.spanMs).unref();
    raw.once('close', () => clearInterval(timer));
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete !== false || raw.destroyed) return;
    raw.resume();
    setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, patience.lingerMs).unref();
  });
}
