import type { NoticesView } from '@balcao/contract/notices';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { keepNoticeChoices } from '../../platform/session.ts';
import { noticeKeys } from './keys.ts';

export const noticesLive: Live = { notices: applyNotices };

/** What the person chose, and their devices. */
export function applyNotices(cache: QueryClient, choices: Omit<NoticesView, 'publicKey'>): void {
  const { silent, quiet, tones, insist } = choices;
  keepNoticeChoices(silent, { quiet, tones, insist });
  changeHeld<NoticesView>(cache, noticeKeys.own, (held) => ({ ...held, ...choices }));
}
