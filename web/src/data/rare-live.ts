// What changes by the news of rare channels (`rareChannels` of live.ts).
import type { Live } from '../platform/live-cache.ts';
import { apiKeysLive } from './api-keys/live.ts';
import { billingLive } from './billing/live.ts';
import { campaignsLive } from './campaigns/live.ts';
import { consentLive } from './consent/live.ts';
import { contactListsLive } from './contact-lists/live.ts';
import { filesLive } from './files/live.ts';
import { helpsLive } from './helps/live.ts';
import { importsLive } from './imports/live.ts';
import { integrationsLive } from './integrations/live.ts';
import { promptsLive } from './prompts/live.ts';
import { templatesLive } from './templates/live.ts';
import { webhooksLive } from './webhooks/live.ts';

export const rareNouns: readonly Live[] = [
  apiKeysLive,
  billingLive,
  campaignsLive,
  consentLive,
  contactListsLive,
  filesLive,
  helpsLive,
  importsLive,
  integrationsLive,
  promptsLive,
  templatesLive,
  webhooksLive,
];
