import type { HelpView } from '@balcao/contract/helps';
import type { HelpRow } from './store.ts';

export function helpView({ id, title, description, video, created_at, updated_at }: HelpRow): HelpView {
  return { id, title, description, video, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
