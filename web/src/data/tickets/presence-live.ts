import type { Live } from '../../platform/live-cache.ts';

// Only conversations show it, so it is loaded when the first colleague is somewhere.
export const presenceLive: Live = {
  presence: (_, news, me) => void import('./presence.ts').then(({ applyPresence }) => applyPresence(news, me)),
};
