import type { ImportView } from '@balcao/contract/imports';
import { fact } from '../platform/facts.ts';

/** An import started, advanced or ended. */
export const importChanged = fact<{ import: ImportView }>('import.changed');
