import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import { expect, test } from 'vitest';
import type { Viewer } from '../../page-access.ts';
import { guestPages, type PageEntry, type PageName, pages } from '../../pages.ts';
import { menuOf } from './menu-items.ts';

const built = pages.tickets.built;
/** As if every page were there already. */
const allBuilt = Object.fromEntries(Object.entries<PageEntry>(pages).map(([name, page]) => [name, { ...page, built }])) as Record<
  PageName,
  PageEntry
>;
const nothingNew = { unread: 0, connectionAlert: false, simulator: false, firstSteps: false, unreadChats: false };
const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  admin: true,
  super: false,
  features: new Set(planFlags),
  cshow: true,
  ...change,
});
const linksOf = (who: Viewer, state = nothingNew, all: Record<PageName, PageEntry> = allBuilt) =>
  menuOf(who, state, all).map(({ title, items }) => [title, ...items.map(({ to }) => to)]);

const daily = ['/tickets', '/kanban', '/quick-messages', '/todolist', '/contacts', '/schedules', '/tags', '/chats', '/helps'];
const campaigns = ['/campaigns', '/contact-lists', '/campaigns-config'];
const outside = ['/consents', '/prompts', '/automations', '/queue-integration'];
/** What admins have before the daily work. */
const first = ['/'];
const administration = [
  ...campaigns,
  ...outside,
  '/connections',
  '/files',
  '/queues',
  '/users',
  '/messages-api',
  '/financeiro',
  '/settings',
];

test('admins have the administration, others what all may see of it', () => {
  expect(linksOf(viewer())).toEqual([
    [undefined, ...first, ...daily],
    ['Administração', ...administration],
  ]);
  expect(linksOf(viewer({ admin: false }))).toEqual([[undefined, ...daily, '/connections', '/files', '/financeiro', '/settings']]);
});

test('operators have the announcements and their own desk as well', () => {
  expect(linksOf(viewer({ super: true }))[1]).toEqual([
    'Administração',
    ...campaigns,
    '/announcements',
    '/operations',
    ...administration.slice(3),
  ]);
});

test('every page is in somebody’s menu, but for what other pages lead to', () => {
  const offered = linksOf(viewer({ super: true }), { ...nothingNew, simulator: true, firstSteps: true }).flat();
  const paths = Object.values(pages).map(({ path }) => path);
  expect(paths.filter((path) => !offered.includes(path.replace(/\/:.*/, '')))).toEqual([
    '/share',
    '/campaign/:campaignId/report',
    '/subscription',
  ]);
});

test('every file of a page has its row', () => {
  const files = Object.keys(import.meta.glob('../../pages/*-page.tsx'));
  const built = [...Object.values<PageEntry>(pages), ...Object.values<PageEntry>(guestPages)].filter((page) => page.built);
  expect(built).toHaveLength(files.length);
});

test.each<[PlanFlag, string[]]>([
  ['useCampaigns', campaigns],
  ['useSchedules', ['/schedules']],
  ['useInternalChat', ['/chats']],
  ['useExternalApi', ['/messages-api']],
  ['useKanban', ['/kanban']],
  ['useOpenAi', ['/prompts']],
  ['useIntegrations', ['/queue-integration']],
])('without %s its pages are not in the menu', (flag, gone) => {
  const lacking = viewer({ features: new Set(planFlags.filter((each) => each !== flag)) });
  expect(linksOf(lacking).flat()).toEqual(
    [undefined, ...first, ...daily, 'Administração', ...administration].filter((to) => !gone.includes(to ?? '')),
  );
});

test('without the key in the browser the campaigns are not in the menu, whatever the plan has', () => {
  expect(linksOf(viewer({ cshow: false }))[1]).toEqual(['Administração', ...administration.slice(campaigns.length)]);
});

test('the simulator is there for admins once there is one', () => {
  const state = { ...nothingNew, simulator: true };
  expect(linksOf(viewer(), state)[1]?.at(-1)).toBe('/simulator');
  expect(linksOf(viewer({ admin: false }), state).flat()).not.toContain('/simulator');
});

test('the first steps come first, for admins of a company that still wants them', () => {
  const state = { ...nothingNew, firstSteps: true };
  expect(linksOf(viewer(), state)[0]).toEqual([undefined, '/first-steps', ...first, ...daily]);
  expect(linksOf(viewer({ admin: false }), state).flat()).not.toContain('/first-steps');
});

test('a page that is not built is not in the menu', () => {
  const without = { ...allBuilt, tags: { ...allBuilt.tags, built: null } };
  expect(linksOf(viewer(), nothingNew, without)[0]).toEqual([undefined, ...first, ...daily.filter((to) => to !== '/tags')]);
});

test('signs stand at their entries', () => {
  const items = menuOf(viewer(), { ...nothingNew, unread: 3, connectionAlert: true, unreadChats: true }, allBuilt).flatMap(
    (group) => group.items,
  );
  expect(items.filter(({ count }) => count !== undefined).map(({ to, count }) => [to, count])).toEqual([['/tickets', 3]]);
  expect(items.filter(({ dot }) => dot).map(({ to }) => to)).toEqual(['/chats']);
  expect(items.filter(({ alert }) => alert).map(({ to }) => to)).toEqual(['/connections']);
});

/** The route table of the specification: the entries in their order, and who has them in the menu. */
const specified: readonly [string, (who: Viewer) => boolean][] = [
  ['/', ({ admin }) => admin],
  ['/tickets', () => true],
  ['/kanban', ({ features }) => features.has('useKanban')],
  ['/quick-messages', () => true],
  ['/todolist', () => true],
  ['/contacts', () => true],
  ['/schedules', ({ features }) => features.has('useSchedules')],
  ['/tags', () => true],
  ['/chats', ({ features }) => features.has('useInternalChat')],
  ['/helps', () => true],
  ['/campaigns', ({ admin, features, cshow }) => admin && features.has('useCampaigns') && cshow],
  ['/announcements', (who) => who.admin && who.super],
  ['/prompts', ({ admin, features }) => admin && features.has('useOpenAi')],
  ['/queue-integration', ({ admin, features }) => admin && features.has('useIntegrations')],
  ['/connections', () => true],
  ['/files', () => true],
  ['/queues', ({ admin }) => admin],
  ['/users', ({ admin }) => admin],
  ['/messages-api', ({ admin, features }) => admin && features.has('useExternalApi')],
  ['/settings', () => true],
];

test('the entries stand in the order of the specification, for those it names, whatever person, plan and browser', () => {
  const paths = specified.map(([path]) => path);
  for (const flags of [[], ...planFlags.map((flag) => [flag]), planFlags])
    for (const admin of [true, false])
      for (const operator of [true, false])
        for (const cshow of [true, false]) {
          const who = viewer({ admin, super: operator, cshow, features: new Set(flags) });
          const links = linksOf(who, { ...nothingNew, simulator: true, firstSteps: true }).flat();
          const expected = specified.filter(([, mayHave]) => mayHave(who)).map(([path]) => path);
          expect(links.filter((to) => to !== undefined && paths.includes(to))).toEqual(expected);
        }
});
