import type { ShortcutsView } from '@balcao/contract/shortcuts';
import { fact } from '../platform/facts.ts';

/** A person chose keys for commands. */
export const shortcutsChanged = fact<{ userId: number; shortcuts: ShortcutsView }>('shortcuts.changed');
