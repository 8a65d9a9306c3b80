import { test } from 'vitest';
import { z } from 'zod';
import { createWorld } from './world.ts';
import { endpoints } from '@balcao/contract';
test('x', async () => {
  const w = await createWorld({ roles: ['web'] });
  console.log(w.app.http?.printRoutes({ commonPrefix: false }));
  for (const e of [endpoints.sendMessage, endpoints.createUser, endpoints.moveTicket, endpoints.listTickets]) { const s = 'body' in e ? e.body : (e as any).query; console.log(e.route, JSON.stringify(z.toJSONSchema(s, { io: 'input', unrepresentable: 'any' }))); }
  await w.close();
});
