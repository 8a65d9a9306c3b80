// The listening sockets: websockets of clients on http, media on https, each on a port of its own.
import { once } from 'node:events';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { Connection, type ConnectionHandlers } from './connection.ts';
import type { World } from './world.ts';

export class Servers {
  private readonly http = createHttp((_request, response) => response.writeHead(404).end());
  private readonly https: Server;
  private readonly sockets = new Set<Socket>();

  constructor(world: World, tls: { key: string; cert: string }, handlers: ConnectionHandlers) {
    this.https = createHttps(tls, world.media.serve);
    const websockets = new WebSocketServer({
      server: this.http,
      verifyClient: (_info, verdict) => verdict(!world.switches.unavailable, 503),
    });
    websockets.on('connection', (socket) => world.connections.add(new Connection(world, socket, handlers)));
    for (const server of [this.http, this.https]) {
      server.on('connection', (socket: Socket) => {
        this.sockets.add(socket);
        socket.once('close', () => this.sockets.delete(socket));
      });
    }
  }

  async start(): Promise<void> {
    for (const server of [this.http, this.https]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all([this.http, this.https].map((server) => new Promise((done) => server.close(done))));
  }

  get url(): string {
    return `ws://127.0.0.1:${port(this.http)}/ws/chat`;
  }

  get mediaHost(): string {
    return `localhost:${port(this.https)}`;
  }
}

function port(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}
