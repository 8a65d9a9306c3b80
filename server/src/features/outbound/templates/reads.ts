import type { Answer } from '@balcao/contract/endpoint';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import { pageSize } from '@balcao/contract/page-rules';
import { checkTemplate, type TemplateChoice, templateParameters, templatePlainText } from '@balcao/contract/template-rules';
import type { templateEndpoints } from '@balcao/contract/templates';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { getConnection } from '../../company/connections/reads.ts';
import type { TemplateMessage } from '../../desk/messages/actions/out/queue-template.ts';
import { countTemplates, findSync, findTemplate, listTemplates as listRows } from './store.ts';
import { syncView, templateView } from './view.ts';

/** A page of a number's templates. ERR_NO_WAPP_FOUND. */
export function listTemplates(
  ctx: Ctx,
  connectionId: number,
  { searchParam: search, pageNumber, sendable }: { searchParam: string; pageNumber: number; sendable: boolean },
): Promise<Answer<typeof templateEndpoints.listTemplates>> {
  return reading(ctx, async (ctx) => {
    await getConnection(ctx, connectionId);
    const wanted = { connectionId, search, sendable };
    const size = pageSize.rest;
    const offset = (pageNumber - 1) * size;
    const rows = await listRows(ctx, wanted, size + 1, offset);
    const hasMore = rows.length > size;
    const count = hasMore ? await countTemplates(ctx, wanted) : offset + rows.length;
    return { templates: rows.slice(0, size).map(templateView), count, hasMore, sync: syncView(await findSync(ctx, connectionId)) };
  });
}

/** May a connection send this template with these values, as far as we know? Answers with it as the customer sees it; refuses as `checkTemplate`. */
export async function composeTemplate(ctx: Reader | Tx, connectionId: number, choice: TemplateChoice): Promise<Verdict<TemplateMessage>> {
  const found = await findTemplate(ctx, connectionId, choice);
  const verdict = checkTemplate(found, choice);
  if (!verdict.ok || !found) return verdict.ok ? refuse('ERR_NO_TEMPLATE_FOUND') : verdict;
  const { name, language, content } = found;
  const { media, buttons } = verdict.value;
  const parameters = templateParameters(content, choice.variables);
  return accept({ body: templatePlainText(verdict.value), template: { name, language, parameters, media, buttons } });
}
