import { type PlanFlag, planFlags } from '@balcao/contract/plan-rules';
import { expect, test } from 'vitest';
import { entryTo, type PageRule, type Viewer } from './page-access.ts';
import { pages } from './pages.ts';

const viewer = (change: Partial<Viewer> = {}): Viewer => ({
  admin: true,
  super: false,
  features: new Set(planFlags),
  cshow: true,
  ...change,
});
const without = (flag: PlanFlag) => new Set(planFlags.filter((each) => each !== flag));

test('pages ask for what their table says', () => {
  const campaigns: PageRule = { plan: 'useCampaigns', cshow: true };
  const rules = Object.values(pages).map(({ path, built: _, ...rule }) => [path, rule] as const);
  expect(Object.fromEntries(rules.filter(([, rule]) => Object.keys(rule).length > 0))).toEqual({
    '/kanban': { plan: 'useKanban' },
    '/schedules': { plan: 'useSchedules' },
    '/chats/:chatId?': { plan: 'useInternalChat' },
    '/campaigns': campaigns,
    '/campaign/:campaignId/report': campaigns,
    '/campaigns-config': campaigns,
    '/contact-lists': campaigns,
    '/contact-lists/:contactListId/contacts': campaigns,
    '/announcements': { only: 'super' },
    '/operations': { only: 'super' },
    '/prompts': { only: 'admin', plan: 'useOpenAi' },
    '/automations': { only: 'admin' },
    '/queue-integration': { only: 'admin', plan: 'useIntegrations' },
    '/messages-api': { plan: 'useExternalApi' },
    '/': { only: 'admin' },
    '/first-steps': { only: 'admin' },
    '/consents': { only: 'admin' },
    '/queues': { only: 'admin' },
    '/users': { only: 'admin' },
    '/simulator': { only: 'admin' },
  });
});

test.each(planFlags)('without %s what asks for it is refused, and nothing else', (flag) => {
  const lacking = viewer({ super: true, features: without(flag) });
  const refused = Object.values<PageRule>(pages).filter((page) => entryTo(page, lacking) !== 'open');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ plan }) => plan)).toEqual(refused.map(() => flag));
  expect(refused).toEqual(Object.values<PageRule>(pages).filter(({ plan }) => plan === flag));
});

test('campaigns take both the plan and the key in the browser', () => {
  expect(entryTo(pages.campaigns, viewer())).toBe('open');
  expect(entryTo(pages.campaigns, viewer({ cshow: false }))).toBe('refused');
  expect(entryTo(pages.campaigns, viewer({ features: without('useCampaigns') }))).toBe('refused');
});

test('to others what is for admins does not exist, and what is for operators is refused, to admins too', () => {
  expect(entryTo(pages.users, viewer())).toBe('open');
  expect(entryTo(pages.users, viewer({ admin: false, super: true }))).toBe('hidden');
  expect(entryTo(pages.announcements, viewer())).toBe('refused');
  expect(entryTo(pages.announcements, viewer({ super: true }))).toBe('open');
});
