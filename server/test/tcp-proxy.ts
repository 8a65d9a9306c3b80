// A proxy in front of a server, which can go silent: it closes nothing and brings nothing, like a network that swallows packets.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** Nothing comes through any more, in either direction, also on new connections. */
  hold(): void;
  /** What was held back comes through, and everything after it. */
  release(): void;
  close(): Promise<void>;
};

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let holding = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => undefined);
      // A connection given up on one side is given up on the other only if the network works.
      from.on('close', () => {
        sockets.delete(from);
        if (!holding) to.destroy();
      });
      if (holding) from.pause();
      else from.resume();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hold() {
      holding = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      holding = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
