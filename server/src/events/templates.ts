import type { TemplateCategory, TemplateQuality, TemplateStatus } from '@balcao/contract/template-rules';
import { fact } from '../platform/facts.ts';

/**
 * The provider said something about a template of a number, in a report or by refusing to send it. What is null it did not say; if all is
 * null, its list is worth another look.
 */
export const templateReported = fact<{
  connectionId: number;
  name: string;
  language: string;
  status: TemplateStatus | null;
  quality: TemplateQuality | null;
  category: TemplateCategory | null;
  reason: string | null;
}>('template.reported');

/** Templates of a number, or when they were last compared with Meta's list, changed. */
export const templatesChanged = fact<{ connectionId: number }>('templates.changed');
