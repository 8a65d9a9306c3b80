// A process of its own: a bare HTTP route for each captured request. It asks what the product asked, on bare connections with prepared
// statements, and answers with the same bytes. No framework, no rules, no validation, no views.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Asked } from './captured.ts';

export type FloorRoute = { statements: Asked[]; answer: string };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
let routes: FloorRoute[] = [];

const nameOf = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 24);
const names = new Map<string, string>();

async function ask(statements: readonly Asked[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      if (values.length === 0) await client.query(text);
      else {
        const name = names.get(text) ?? nameOf(text);
        names.set(text, name);
        await client.query({ name, text, values });
      }
    }
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const server = createServer((request, response) => {
  request.resume();
  const route = routes[Number(request.url?.slice(1))];
  if (!route) return void response.writeHead(404).end();
  ask(route.statements).then(
    () => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(route.answer),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (told: FloorRoute[]) => {
  routes = told;
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));
