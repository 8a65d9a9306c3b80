import type { Live } from '../../platform/live-cache.ts';
import { keepShortcuts } from '../../platform/session.ts';

/** Keys that the person chose in another window. They belong to the session, not to the cache. */
export const shortcutsLive: Live = { shortcuts: (_cache, shortcuts) => keepShortcuts(shortcuts) };
