import type { ContactView } from '@balcao/contract/contacts';
import { fact } from '../platform/facts.ts';

export const contactCreated = fact<{ contact: ContactView }>('contact.created');
export const contactChanged = fact<{ contact: ContactView }>('contact.changed');
/** Removed together with the tickets and messages. */
export const contactDeleted = fact<{ contactId: number }>('contact.deleted');
/** Many were added or changed at once. `importing`: by a sheet, which tells of its end by itself. */
export const contactsChanged = fact<{ count: number; importing?: true }>('contacts.changed');
/** One contact became part of another; what names it must name the other before the commit. */
export const contactMerged = fact<{ keptId: number; otherId: number }>('contact.merged');
