import type { InboxHelpOffer } from '@balcao/contract/inbox-help';
import { fact } from '../platform/facts.ts';

/** An admin changed with what the language model helps people in the inbox. */
export const inboxHelpChanged = fact<{ offer: InboxHelpOffer }>('inboxHelp.changed');
