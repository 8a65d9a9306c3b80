import { campaignChanged, campaignCreated, campaignDeleted, campaignSettingsSaved } from '../../../events/campaigns.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { campaignGone, campaignNews, settingsNews } from './access.ts';
import { newsRecorder } from './actions/follow.ts';
import { campaignJobs } from './jobs.ts';
import { campaignReactions } from './reactions.ts';
import { campaignRoutes } from './routes.ts';

export const campaigns: Feature = {
  name: 'campaigns',
  routes: campaignRoutes,
  jobs: campaignJobs,
  reactions: campaignReactions,
  recorders: [newsRecorder],
  broadcasts: [
    broadcaster(campaignCreated, ({ record }) => campaignNews('create', record)),
    broadcaster(campaignChanged, ({ record }) => campaignNews('update', record)),
    broadcaster(campaignDeleted, ({ id }) => campaignGone(id)),
    broadcaster(campaignSettingsSaved, ({ settings }) => settingsNews(settings)),
  ],
};
