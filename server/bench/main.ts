// `npm run bench`: measures speed. Load and server are separate processes. `--help` tells how.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { listenToAll } from './captured.ts';
import { startDatabase } from './database.ts';
import { type Figure, growthTable, headline, reached, rowOf, worsened } from './figures.ts';
import { measureBrowser } from './measures/browser.ts';
import { measureCampaigns } from './measures/campaigns.ts';
import { measureCrowd } from './measures/crowd.ts';
import { measureDashboard } from './measures/dashboard.ts';
import { measureDay } from './measures/day.ts';
import { measureImporting } from './measures/importing.ts';
import { measureJobs } from './measures/jobs.ts';
import { measureLists } from './measures/lists.ts';
import { measurePhones } from './measures/phones.ts';
import { measurePublicApi } from './measures/public-api.ts';
import { measureReceiving } from './measures/receiving.ts';
import { measureSearch } from './measures/search.ts';
import { measureSearchers } from './measures/searchers.ts';
import { measureSending } from './measures/sending.ts';
import { measureSockets } from './measures/sockets.ts';
import { measureStarting } from './measures/starting.ts';
import { measureStorage } from './measures/storage.ts';
import { measureStorm } from './measures/storm.ts';
import { measureThreads } from './measures/threads.ts';
import { measureWrites } from './measures/writes.ts';
import { explainHottest } from './plans.ts';
import { buildProduct, bundleServer, startServer } from './server-process.ts';

const onServer: Record<string, (bench: Bench) => Promise<void>> = {
  lists: measureLists,
  search: measureSearch,
  searchers: measureSearchers,
  threads: measureThreads,
  sending: measureSending,
  receiving: measureReceiving,
  storm: measureStorm,
  sockets: measureSockets,
  dashboard: measureDashboard,
  importing: measureImporting,
  campaigns: measureCampaigns,
  'public-api': measurePublicApi,
  browser: measureBrowser,
  day: measureDay,
};
const names = ['storage', 'writes', ...Object.keys(onServer), 'jobs', 'phones', 'crowd', 'starting'];

const help = `npm run bench -- [options]: measures speed on 200,000 tickets, 2,000,000 messages and 50,000 contacts.

  --scale 0.1 | 1 | 5   how much there is
  --only NAME           one measurement, or several of them: ${names.join(', ')}
  --pace 2              takes twice as long
  --fresh               seeds again
  --fast                gives up durability
  --json FILE           writes the figures there
  --against FILE        marks what got more than 10 % worse than in that run
  --growth A,B          measures nothing and compares runs of several scales
  --plans FILE          measures nothing and writes the plans of the ten hottest statements`;
const options = optionsOf(process.argv.slice(2));
if (options.help) {
  console.log(help);
  process.exit(0);
}
const readRun = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Figure[];
if (options.growth) {
  const files = options.growth.split(',');
  for (const line of growthTable(files, files.map(readRun))) console.log(line);
  process.exit(0);
}
const wanted = options.only ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown) {
  console.error(`--only ${unknown}: there are ${names.join(', ')}.`);
  process.exit(1);
}

// On Ctrl-C, also end the server and the database that this run started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const pace = Number(options.pace);
const figures: Figure[] = [];
const earlier = options.against ? readRun(options.against) : [];
const worse: string[] = [];
const tell = (figure: Figure) => {
  figures.push(figure);
  const percent = worsened(
    figure,
    earlier.find(({ what }) => what === figure.what),
  );
  if (percent !== null) worse.push(figure.what);
  console.log(percent === null ? rowOf(figure) : `${rowOf(figure)}  WORSE${Number.isFinite(percent) ? ` by ${percent} %` : ''}`);
};

const [busy = 0] = loadavg();
if (busy > availableParallelism() / 2)
  console.log(`Others are at work here (load ${busy.toFixed(1)}): only the ratio to the floor means something.`);
listenToAll();
if (!options.plans) await (wanted.includes('browser') ? buildProduct() : bundleServer());
const database = await startDatabase({ fresh: options.fresh, fast: options.fast, log: console.log });
try {
  if (options.plans) {
    writeFileSync(options.plans, await explainHottest(database));
    await database.stop();
    process.exit(0);
  }
  console.log(headline());
  if (wanted.includes('storage')) await measureStorage({ database, tell });
  if (wanted.includes('writes')) await measureWrites({ database, tell });
  for (const name of wanted) {
    const measure = onServer[name];
    if (!measure) continue;
    const later: (() => Promise<void>)[] = [];
    const server = await startServer(database.url, { COMPANY_SOCKETS: '10000', USER_SOCKETS: '10000', COMPANY_REQUESTS: '10000' });
    try {
      await measure({ database, server, tell, pace, afterwards: (work) => void later.push(work) });
    } finally {
      await server.stop();
      for (const work of later) await work();
    }
  }
  if (wanted.includes('jobs')) await measureJobs({ database, tell, pace });
  if (wanted.includes('phones')) await measurePhones({ database, tell, pace });
  if (wanted.includes('crowd')) await measureCrowd({ database, fresh: options.fresh, tell, pace, log: console.log });
} finally {
  await database.stop();
}
if (wanted.includes('starting')) await measureStarting({ tell, pace });

const missed = figures.filter((figure) => reached(figure) === false);
console.log(`\n${figures.length} figures, ${missed.length} below what is to be reached`);
if (options.against)
  console.log(`${worse.length} worse than in ${options.against} by more than 10 %${worse.map((what) => `\n  ${what}`).join('')}`);
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify(
      figures.map((figure) => ({ ...figure, ok: reached(figure) })),
      null,
      2,
    )}\n`,
  );

function optionsOf(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const text = { type: 'string' } as const;
    return parseArgs({
      args,
      options: {
        help: flag,
        only: { type: 'string', multiple: true },
        fresh: flag,
        fast: flag,
        pace: { type: 'string', default: '1' },
        json: text,
        against: text,
        scale: text,
        growth: text,
        plans: text,
      },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(1);
  }
}
