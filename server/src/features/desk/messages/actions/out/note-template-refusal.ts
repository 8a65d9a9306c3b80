import type { TemplateStatus } from '@balcao/contract/template-rules';
import { templateReported } from '../../../../../events/templates.ts';
import type { Tx } from '../../../../../platform/context.ts';
import type { MessageRow } from '../../view.ts';

/** What a refusal says about the template. Null: it has changed at Meta, perhaps, so its list is worth another look. */
const statusAfter: Partial<Record<string, TemplateStatus | null>> = {
  template_missing: 'OTHER',
  template_paused: 'PAUSED',
  template_disabled: 'DISABLED',
  template_variables: null,
  template_content: null,
};

/** A message was refused for the template that it is: nobody should have to find that out a second time. */
export async function noteTemplateRefusal(
  ctx: Tx,
  { template, connection_id: connectionId }: Pick<MessageRow, 'template' | 'connection_id'>,
  reason: string,
): Promise<void> {
  const status = statusAfter[reason];
  if (!template || status === undefined) return;
  const { name, language } = template;
  await ctx.publish(templateReported, { connectionId, name, language, status, quality: null, category: null, reason: null });
}
