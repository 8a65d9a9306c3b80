/** What engine.io knows of a connection, as far as it is needed here. */
export type GatheredLine = {
  transport: { readyState: string; send(packets: unknown[]): void; close(after?: () => void): void; emit(event: 'drain'): unknown };
  request: { socket: { cork(): void; uncork(): void } };
};

/**
 * Returns what makes a line write all that it is told in one turn of the event loop at once, and in its order. One commit is often several events
 * for each of hundreds of browsers, and writing to a connection is the dearest part of telling them.
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
      send(packets);
      socket.uncork();
    };
    // engine.io waits for one 'drain' for each time it sends.
    transport.send = (packets) => {
      if (held.length > 0) transport.emit('drain');
      else if (waiting.push(write) === 1) setImmediate(writeAll);
      // No spread: a line that was slow may have had to wait with a hundred thousand.
      held = held.concat(packets);
    };
    transport.close = (after) => {
      write();
      close(after);
    };
  };
}
