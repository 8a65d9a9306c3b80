import type { Socket } from 'socket.io-client';
import { connect } from '../../test/client.ts';
import { type Bench, numbers, tokenOf } from '../bench.ts';
import { figureOf } from '../figures.ts';
import { createHttp } from '../http.ts';
import { summary } from '../load.ts';
import { active, cloudConnections, connectionOf, size } from '../seed.ts';
import { webhookOf } from './receiving.ts';

const sockets = 500;

/** From sending a webhook (before its commit) until the last of 500 admins' sockets has heard of the message. */
export async function measureSockets({ server, tell, pace }: Bench): Promise<void> {
  const http = createHttp(server.url, 1);
  const random = numbers(5);
  const tokens = await Promise.all(Array.from({ length: size.admins }, (_, i) => tokenOf(i + 1)));
  const connected: Socket[] = [];
  for (let i = 0; i < sockets; i++) connected.push(await connect(server.url, tokens[i % tokens.length] ?? ''));

  let waiting = 0;
  let heardByAll = () => {};
  for (const socket of connected) {
    socket.onAny((event: string) => {
      if (event.endsWith('appMessage') && --waiting === 0) heardByAll();
    });
  }
  const times: number[] = [];
  const started = performance.now();
  for (let i = 0; i < 60 * pace; i++) {
    let contactId = 1 + random(active);
    while (connectionOf(contactId) > cloudConnections) contactId = 1 + random(active);
    const { path, body, signature } = webhookOf(contactId);
    waiting = sockets;
    const heard = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${waiting} sockets heard nothing`)), 10_000);
      heardByAll = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const from = performance.now();
    await http.send('POST', path, { headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature }, body });
    await heard;
    times.push(performance.now() - from);
  }
  const measured = summary({ times: times.slice(5), seconds: (performance.now() - started) / 1000 });
  tell(figureOf(`webhook sent until the last of ${sockets} sockets heard`, measured, { p99: 250 }));
  for (const socket of connected) socket.disconnect();
  http.close();
}
