import type { Feature } from '../../../platform/feature.ts';
import { keepLinkedDevices, linkedDeviceJobs } from './jobs.ts';
import { linkedDeviceReactions } from './reactions.ts';

export const linkedDevices: Feature = {
  name: 'linked-devices',
  jobs: linkedDeviceJobs,
  backgroundServices: [keepLinkedDevices],
  reactions: linkedDeviceReactions,
};
