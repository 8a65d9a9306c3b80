import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportView } from '@balcao/contract/imports';
import { utils, write } from '@e965/xlsx';
import { adminToken, type Bench, numbers } from '../bench.ts';
import { asSuperuser } from '../database.ts';
import { createHttp, type Http } from '../http.ts';
import { summary } from '../load.ts';
import { active, company, firstActiveTicket } from '../seed.ts';

export const sheetRows = 50_000;
/** One row in this many has an invalid number. */
const badEvery = 100;
/** Above all numbers of the seed, so that the rows can be told apart and removed. */
const firstNumber = 5_521_900_000_000;
/** A busy desk: this many requests per second of each kind, however long the answers take. */
const perSecond = 25;

/**
 * Imports a spreadsheet of 50,000 contacts, one in a hundred invalid, while agents work. Measures how much slower the inbox gets and how
 * much memory it takes, and checks that every row is accounted for.
 */
export async function measureImporting({ server, database, tell, pace }: Bench): Promise<void> {
  const http = createHttp(server.url, 16);
  const token = await adminToken();
  const file = sheet();
  try {
    // So that what is compiled and cached on first use does not count as growth.
    await atWork(http, token, () => delay(10_000));
    // Measuring memory has a cost too, so it is also done before the import.
    const look = async () => ({ server: await server.residentMb(), reader: await readerMb() });
    const quiet = await atWork(http, token, async () => {
      for (let i = 0; i < 20 * pace; i++) {
        await delay(1_000);
        await look();
      }
    });
    const before = { ...quiet, residentMb: await server.residentMb() };
    let seconds = 0;
    let peak = { server: 0, reader: 0 };
    let done: ImportView | null = null;
    const during = await atWork(http, token, async () => {
      const from = performance.now();
      const { id } = await startImport(server.url, token, file);
      do {
        await delay(1_000);
        const now = await look();
        peak = { server: Math.max(peak.server, now.server), reader: Math.max(peak.reader, now.reader) };
        done = JSON.parse(await http.send('GET', `/v1/imports/${id}`, { token })) as ImportView;
      } while (done.finishedAt === null);
      seconds = (performance.now() - from) / 1000;
      await account(http, token, done);
    });
    tell({ what: `import of ${sheetRows} contacts, upload until the end`, value: { amount: seconds, unit: 's' }, target: { atMost: 300 } });
    tell({
      what: 'memory of the server, growth meanwhile',
      value: { amount: peak.server - before.residentMb, unit: 'MB' },
      target: { atMost: 150 },
    });
    tell({ what: 'memory of the process that reads the sheet', value: { amount: peak.reader, unit: 'MB' }, target: { atMost: 150 } });
    for (const [kind, atMost] of [
      ['lists', 20],
      ['threads', 15],
    ] as const) {
      const [quiet, busy] = [summary(before[kind]), summary(during[kind])];
      const what = kind === 'lists' ? 'GET /tickets' : 'GET /messages';
      tell({ what: `${what} at ${perSecond}/s, before`, p50: quiet.p50, p99: quiet.p99, target: {} });
      tell({ what: `${what} at ${perSecond}/s, meanwhile`, p50: busy.p50, p99: busy.p99, target: { p99: atMost } });
      tell({ what: `${what}, p99 meanwhile to p99 before`, value: { amount: busy.p99 / quiet.p99, unit: '×' }, target: { atMost: 2 } });
    }
  } finally {
    http.close();
    await forget(database.superUrl);
  }
}

type Times = Record<'lists' | 'threads', { times: number[]; seconds: number }>;

/** Times of lists and threads while `work` runs. */
async function atWork(http: Http, token: string, work: () => Promise<unknown>): Promise<Times> {
  const random = numbers(11);
  const started = performance.now();
  const times: Record<keyof Times, number[]> = { lists: [], threads: [] };
  const paths = {
    lists: () => `/tickets?status=${['open', 'pending', 'closed'][random(3)]}&showAll=true&pageNumber=${1 + random(3)}`,
    threads: () => `/messages/${firstActiveTicket + random(active)}`,
  };
  const underWay = new Set<Promise<void>>();
  const ask = async (kind: keyof Times) => {
    const from = performance.now();
    await http.send('GET', paths[kind](), { token });
    times[kind].push(performance.now() - from);
  };
  let over = false;
  const beat = (async () => {
    for (let i = 1; !over; i++) {
      for (const kind of ['lists', 'threads'] as const) {
        const asked = ask(kind).finally(() => underWay.delete(asked));
        underWay.add(asked);
      }
      await delay(Math.max(0, started + (i * 1000) / perSecond - performance.now()));
    }
  })();
  try {
    await work();
  } finally {
    over = true;
  }
  await beat;
  await Promise.all(underWay);
  const seconds = (performance.now() - started) / 1000;
  return { lists: { times: times.lists, seconds }, threads: { times: times.threads, seconds } };
}

/** Uploads a workbook of contacts as one does on the page. */
export async function startImport(url: string, token: string, file: Buffer): Promise<ImportView> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'contatos.xlsx');
  const response = await fetch(`${url}/contacts/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  const answer = (await response.json()) as { import: ImportView | null };
  if (!answer.import) throw new Error(`the import was not begun: ${JSON.stringify(answer)}`);
  return answer.import;
}

const isBad = (index: number) => index % badEvery === badEvery - 1;

/** A workbook of 50,000 contacts, one in a hundred invalid. */
export function sheet(): Buffer {
  const cells = Array.from({ length: sheetRows }, (_, i) => [
    `Cliente ${i}`,
    isBad(i) ? '123' : firstNumber + i * 7,
    i % 2 ? `c${i}@exemplo.example` : '',
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Telefone', 'E-mail'], ...cells]), 'Contatos');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

/** Throws unless each row was added or is among the refused rows. */
async function account(http: Http, token: string, done: ImportView): Promise<void> {
  const lines = (await http.send('GET', `/v1/imports/${done.id}/errors.csv`, { token })).trim().split('\r\n').slice(1);
  const told = lines.map((line) => Number(line.split(';')[0]));
  // Row 1 has the titles.
  const wanted = Array.from({ length: sheetRows }, (_, i) => i + 2).filter((row) => isBad(row - 2));
  const { status, processed, created, invalid, duplicates } = done;
  if (status !== 'done' || processed !== sheetRows || created + invalid !== sheetRows || duplicates !== 0 || told.join() !== wanted.join())
    throw new Error(`rows were lost: ${JSON.stringify(done)}, ${told.length} errors to download`);
}

/** The memory of the processes that read sheets; 0 if there is no /proc. */
async function readerMb(): Promise<number> {
  const held = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(heldByReader);
  return (await Promise.all(held)).reduce((sum, mb) => sum + mb, 0);
}

async function heldByReader(pid: string): Promise<number> {
  try {
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('read-sheet.mjs')) return 0;
    return Number(/^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}

/** Removes the contacts, so that the next run finds the seeded database. */
async function forget(superUrl: string): Promise<void> {
  await asSuperuser(superUrl, async (client) => {
    const imported = `company_id = ${company} and length(number) = 13 and number >= '${firstNumber}' and number < '${firstNumber + sheetRows * 7}'`;
    await client.query(
      `delete from contact_identities where company_id = ${company} and contact_id in (select id from contacts where ${imported})`,
    );
    await client.query(`delete from contacts where ${imported}`);
    await client.query(`delete from imports where company_id = ${company}`);
    await client.query('vacuum (analyze) contacts, contact_identities');
  });
}
