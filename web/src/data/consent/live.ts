import type { ContactConsent } from '@balcao/contract/consent';
import type { QueryClient } from '@tanstack/react-query';
import { changeHeld, type Live } from '../../platform/live-cache.ts';
import { refreshSoon } from '../../platform/refresh-soon.ts';
import type { News } from '../../platform/socket.ts';
import { contactListKeys } from '../contact-lists/keys.ts';
import { consentKeys } from './keys.ts';

export const consentLive: Live = { consent: hearConsent };

/** One piece of news about who may be written to. */
export function hearConsent(cache: QueryClient, news: News<'consent'>): void {
  if (news.action === 'update') applyConsent(cache, news.consent);
  else refreshSoon(cache, consentKeys.all);
  refreshSoon(cache, consentKeys.ledger);
  // Lists show who on them is out.
  refreshSoon(cache, contactListKeys.items);
}

/** Puts what a contact said where it is shown; what is older than ours is dropped. */
export function applyConsent(cache: QueryClient, consent: ContactConsent): void {
  const latest = ({ entries }: ContactConsent) => entries[0]?.id ?? 0;
  changeHeld<ContactConsent>(cache, consentKeys.of(consent.contactId), (held) => (latest(consent) < latest(held) ? held : consent));
}
