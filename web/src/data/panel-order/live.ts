import type { Live } from '../../platform/live-cache.ts';
import { keepOwn } from '../../platform/session.ts';

/** The person moved a section in another window. Their order belongs to the session, not to the cache. */
export const panelOrderLive: Live = { 'panel-order': (_cache, panelOrder) => keepOwn({ panelOrder }) };
