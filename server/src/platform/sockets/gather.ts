/** A connection of engine.io, with what is told on it and the line below. */
export type GatheredLine = {
  transport: { readyState: string; send(packets: unknown[]): void; close(after?: () => void): void; emit(event: 'drain'): unknown };
  request: { socket: { cork(): void; uncork(): void; destroy(): unknown } };
};

/**
 * Returns what makes a line write all that it is told in one turn of the event loop at once, and in its order. One commit is often several events
 * for each of hundreds of browsers, and a write to a connection costs more than what leads to it. It takes the place of `send` and `close` of
 * engine.io's transport, so look at those two when engine.io is updated.
 */
export function createGatherer(): (line: GatheredLine) => void {
  let waiting: (() => void)[] = [];
  const writeAll = () => {
    const all = waiting;
    waiting = [];
    for (const write of all) write();
  };
  return ({ transport, request: { socket } }) => {
    const [send, close] = [transport.send.bind(transport), transport.close.bind(transport)];
    let held: unknown[] = [];
    const write = () => {
      const packets = held;
      held = [];
      if (packets.length === 0 || transport.readyState !== 'open') return;
      socket.cork();
      try {
        send(packets);
      } catch {
        // The others have their turn. Closing would write, too.
        socket.destroy();
      } finally {
        socket.uncork();
      }
    };
    transport.send = (packets) => {
      const isMore = held.length > 0;
      // No spread: a line that was slow may have had to wait with a hundred thousand.
      for (const packet of packets) held.push(packet);
      // engine.io waits for one 'drain' for each time it sends.
      if (isMore) transport.emit('drain');
      else if (waiting.push(write) === 1) setImmediate(writeAll);
    };
    transport.close = (after) => {
      write();
      close(after);
    };
  };
}
