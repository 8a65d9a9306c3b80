import type { ContactConsent } from '@balcao/contract/consent';
import { fact } from '../platform/facts.ts';

/** A contact left, or came back. */
export const consentChanged = fact<{ consent: ContactConsent }>('consent.changed');
/** Many did at once. */
export const consentsChanged = fact<{ count: number }>('consents.changed');
