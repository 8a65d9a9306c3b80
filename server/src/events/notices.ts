import type { PayloadOf } from '@balcao/contract';
import { fact } from '../platform/facts.ts';

/** A person chose what rings, or has other devices. */
export const noticesChanged = fact<{ userId: number; notices: PayloadOf<'notices'> }>('notices.changed');
