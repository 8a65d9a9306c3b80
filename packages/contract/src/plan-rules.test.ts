import { expect, test } from 'vitest';
import type { EndpointShape } from './endpoint.ts';
import { endpoints } from './index.ts';
import { type PlanFlag, planFlags } from './plan-rules.ts';

/** How the paths of each feature begin, `/v1` left out. */
const areas: Record<PlanFlag, RegExp> = {
  useCampaigns: /^\/(campaigns|campaign-settings|contact-lists|contact-list-items)(\/|$)/,
  useSchedules: /^\/schedules(\/|$)/,
  useInternalChat: /^\/chats(\/|$)/,
  useExternalApi: /^\/(api|api-keys|webhooks|webhook-deliveries)(\/|$)/,
  useKanban: /^\/(ticket\/kanban|tags\/kanban|ticket-tags)(\/|$)/,
  useOpenAi: /^\/(prompt|inbox-help)(\/|$)/,
  useIntegrations: /^\/queueIntegration(\/|$)/,
};

/** The feature a route belongs to, if any. */
function featureOf(route: string): PlanFlag | undefined {
  const [, path = ''] = route.split(' ');
  return planFlags.find((flag) => areas[flag].test(path.replace(/^\/v1(?=\/)/, '')));
}

const all: EndpointShape[] = Object.values(endpoints);
const signedIn = all.filter(({ access }) => access !== 'public' && access !== 'cookie');

test('an endpoint names the feature it belongs to, and no other endpoint names one', () => {
  expect(signedIn.map(({ route, plan }) => [route, plan])).toEqual(signedIn.map(({ route }) => [route, featureOf(route)]));
});

test('only where somebody is signed in is a plan asked for', () => {
  expect(all.filter((each) => each.plan && !signedIn.includes(each)).map(({ route }) => route)).toEqual([]);
});

test.each([
  ['GET /campaigns', 'useCampaigns'],
  ['POST /campaigns/:campaignId/cancel', 'useCampaigns'],
  ['GET /campaign-settings', 'useCampaigns'],
  ['POST /contact-lists/:contactListId/upload', 'useCampaigns'],
  ['PUT /contact-list-items/:contactListItemId', 'useCampaigns'],
  ['POST /schedules/:scheduleId/media-upload', 'useSchedules'],
  ['GET /chats/:chatId/messages', 'useInternalChat'],
  ['POST /api/messages/send', 'useExternalApi'],
  ['GET /ticket/kanban', 'useKanban'],
  ['GET /tags/kanban', 'useKanban'],
  ['DELETE /ticket-tags/:ticketId', 'useKanban'],
  ['GET /prompt', 'useOpenAi'],
  ['POST /queueIntegration/testSession', 'useIntegrations'],
  ['GET /v1/campaigns/:campaignId/pace', 'useCampaigns'],
  ['PUT /companies/:companyId/schedules', undefined],
  ['GET /tags/:tagId', undefined],
  ['GET /tickets', undefined],
])('%s belongs to %s', (route, flag) => {
  expect(featureOf(route)).toBe(flag);
});
