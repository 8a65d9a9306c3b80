// How PostgreSQL carries out the hottest statements, as the server's role, on the bench's data.
import pg from 'pg';
import { receiveEvents } from '../src/features/desk/messages/actions/in/receive.ts';
import { deliverOutbox } from '../src/features/desk/messages/actions/out/deliver.ts';
import { asSystem, mintCompanyId } from '../src/platform/context.ts';
import { adminToken, tokenOf } from './bench.ts';
import { type Asked, capture } from './captured.ts';
import { asSuperuser, type BenchDatabase } from './database.ts';
import { captureAll, type Request } from './floors.ts';
import { factOf } from './measures/receiving.ts';
import { quietApp } from './quiet-app.ts';
import { active, agent, cloudConnections, company, connectionOf, firstActiveTicket, size, words } from './seed.ts';

type Path = { what: string; asked: Asked[] };
type Explained = { text: string; plan: string; ms: number };

/** Of each hot path the statement that takes longest, with its plan, as Markdown. */
export async function explainHottest(database: BenchDatabase): Promise<string> {
  const app = await quietApp(database.url, 4, ['web']);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const ctx = { ...app.base, ...asSystem(app.base, mintCompanyId(company)) };
    const [admin, person] = [await adminToken(), await tokenOf(agent)];
    const [open = 0] = await asSuperuser(database.superUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select id from tickets where company_id = $1 and connection_id > $2 and id >= $3 and status = 'open' limit 1`,
        [company, cloudConnections, firstActiveTicket],
      );
      return rows.map(({ id }) => Number(id));
    });
    const get = (path: string, token = admin): Request => ({ method: 'GET', path, token });
    const send: Request = { method: 'POST', path: `/messages/${open}`, token: admin, body: JSON.stringify({ body: 'Sai hoje.' }) };
    const asking = async (what: string, request: Request): Promise<Path> => ({
      what,
      asked: (await captureAll(app, [request])).flatMap(({ statements }) => statements),
    });
    let facts = 0;
    const contactId = active;
    const receive = () => receiveEvents(ctx, connectionOf(contactId), [factOf(contactId, `plan.${Date.now()}.${++facts}`)]);
    await receive();
    const deliver = () => deliverOutbox(ctx, connectionOf(open - firstActiveTicket + 1));
    // What is set up is known by then, as it is on a server at work.
    await asking('', send);
    await deliver();
    const paths: Path[] = [
      { what: 'A text of a known customer comes in', asked: await capture(receive) },
      await asking('An agent sends a text', send),
      { what: 'It is taken for sending', asked: await capture(deliver) },
      await asking('The list of open tickets of an agent', get('/tickets?status=open', person)),
      await asking('The list of closed tickets, 50th page', get('/tickets?status=closed&pageNumber=50')),
      await asking('The counts of the tabs', get('/v1/tickets/counts?showAll=true', person)),
      await asking('A conversation', get(`/messages/${firstActiveTicket + 7}`)),
      await asking('Search for a common word', get(`/tickets?pageNumber=1&searchParam=${words.common}`)),
      await asking('Search for a contact', get(`/contacts?pageNumber=1&searchParam=${words.commonName}`)),
      await asking('The dashboard over 90 days', get('/dashboard?days=90')),
    ];
    const parts: string[] = [];
    for (const { what, asked } of paths) {
      const slowest = (await explainAll(client, asked)).sort((a, b) => b.ms - a.ms)[0];
      if (slowest) parts.push(`## ${what}\n\n\`\`\`sql\n${tidy(slowest.text)}\n\`\`\`\n\n\`\`\`\n${slowest.plan}\n\`\`\`\n`);
    }
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return `# Plans\n\nWritten by \`npm run bench -- --plans docs/plans.md\`: of each of ten hot paths the statement that took longest, on ${size.tickets.toLocaleString('en')} tickets and ${size.messages.toLocaleString('en')} messages of one company, as the server's role, once before and then with \`explain (analyze, buffers)\`. PostgreSQL ${rows[0]?.server_version}.\n\n${parts.join('\n')}`;
  } finally {
    await client.end();
    await app.close();
  }
}

/** Asks everything once more, explained, and undoes it. What cannot be done twice is left out. */
async function explainAll(client: pg.Client, asked: readonly Asked[]): Promise<Explained[]> {
  const found: Explained[] = [];
  await client.query(`begin; set local app.company_id = '${company}'`);
  for (const { text, values } of asked) {
    if (!/^\s*(with|select|insert|update|delete)\b/i.test(text)) continue;
    // The first time finds cold caches.
    for (let time = 0; time < 2; time++) {
      await client.query('savepoint explained');
      try {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain (analyze, buffers, verbose off) ${text}`, values });
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        const ms = Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0);
        if (time === 1) found.push({ text, plan, ms });
      } catch {
        // Its row is there already.
      }
      await client.query('rollback to savepoint explained');
    }
    await client.query(text, values).catch(() => client.query('rollback to savepoint explained'));
  }
  await client.query('rollback');
  return found;
}

function tidy(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indents = lines.slice(1).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, 99);
  return lines.map((line, i) => (i === 0 ? line.trim() : line.slice(Math.min(least, line.length - line.trimStart().length)))).join('\n');
}
