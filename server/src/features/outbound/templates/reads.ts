import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@balcao/contract/endpoint';
import { accept, refuse, type Verdict } from '@balcao/contract/errors';
import {
  checkTemplate,
  headerTakes,
  type TemplateCategory,
  type TemplateChoice,
  type TemplateStanding,
  templateParameters,
  templatePlainText,
  templateStanding,
} from '@balcao/contract/template-rules';
import type { TemplateView, templateEndpoints } from '@balcao/contract/templates';
import { fillVariables } from '@balcao/contract/variables-rules';
import type { Ctx, Reader, Tx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { reading } from '../../../platform/db/transaction.ts';
import { AppError, must } from '../../../platform/errors.ts';
import { getConnection } from '../../company/connections/reads.ts';
import { settingOf } from '../../company/settings/reads.ts';
import type { TemplateMessage } from '../../desk/messages/actions/out/queue-template.ts';
import { countTemplates, findSync, findTemplate, findTemplates, listTemplates as listRows } from './store.ts';
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
    const { rows, ...page } = await pageOf(
      pageNumber,
      (limit, offset) => listRows(ctx, wanted, limit, offset),
      () => countTemplates(ctx, wanted),
    );
    return { templates: rows.map(templateView), ...page, sync: syncView(await findSync(ctx, connectionId)) };
  });
}

export type AttachedFile = { media_mime: string | null; media_size: number | null };

/**
 * May a connection send this template with these values and this file, as far as we know? Answers with it as the customer sees it; refuses as
 * `checkTemplate`: the variable of the header is missing where it stands for a file that is not there, invalid where Meta does not take it.
 */
export async function composeTemplate(
  ctx: Reader | Tx,
  connectionId: number,
  choice: TemplateChoice,
  file: AttachedFile | 'not known yet' | null,
): Promise<Verdict<TemplateMessage>> {
  const found = await findTemplate(ctx, connectionId, choice);
  const verdict = checkTemplate(found, choice);
  if (!verdict.ok || !found) return verdict.ok ? refuse('ERR_NO_TEMPLATE_FOUND') : verdict;
  const { name, language, content } = found;
  const { media, buttons } = verdict.value;
  const parameters = templateParameters(content, choice.variables);
  const { header } = parameters;
  const withFile = header !== null && 'attached' in header;
  const fits =
    file === 'not known yet' || (file !== null && withFile && headerTakes(header.kind, file.media_mime ?? '', file.media_size ?? 0));
  if (withFile && !fits)
    return refuse('ERR_TEMPLATE_VARIABLES', { missing: file ? [] : ['header.media'], unknown: [], invalid: file ? ['header.media'] : [] });
  return accept({ withFile, body: templatePlainText(verdict.value), template: { name, language, parameters, media, buttons } });
}

/**
 * The template that is planned to be sent, as it is stored; undefined: it stays. Another connection takes it away. Where it or the connection is
 * another one, it is checked with examples of what its values will be; `fill` fills in what is not among the variables of every text.
 * ERR_NO_WAPP_FOUND, ERR_TEMPLATE_CHANNEL; refuses as `checkTemplate`.
 */
export async function plannedTemplate(
  ctx: Reader | Tx,
  { template, whatsappId }: { template?: TemplateChoice | null | undefined; whatsappId?: number | null | undefined },
  before: { connection_id: number | null; template: TemplateChoice | null },
  fill = (value: string) => value,
): Promise<string | null | undefined> {
  const connectionId = whatsappId === undefined ? before.connection_id : whatsappId;
  const isMoved = connectionId !== before.connection_id;
  if (template === undefined) return isMoved ? null : undefined;
  if (template === null) return null;
  if (!isMoved && isDeepStrictEqual(template, before.template)) return undefined;
  const connection = connectionId === null ? null : await getConnection(ctx, connectionId);
  if (connection?.channel !== 'whatsapp_cloud') throw new AppError('ERR_TEMPLATE_CHANNEL');
  const about = { contactName: 'Maria Silva', protocol: '20260101-1', at: ctx.now(), timeZone: await settingOf(ctx, 'timeZone') };
  const variables = filledIn(template.variables, (value) => fillVariables(fill(value), about));
  must(checkTemplate(await findTemplate(ctx, connection.id, template), { variables }));
  return JSON.stringify(template);
}

/** Can a planned template be sent now, whoever gets it? */
export async function standingOf(ctx: Reader | Tx, connectionId: number, choice: TemplateChoice): Promise<TemplateStanding> {
  return templateStanding(await findTemplate(ctx, connectionId, choice), choice);
}

/** Meta's category of a template; null if the connection has none of that name and language. */
export async function categoryOf(ctx: Reader | Tx, connectionId: number, choice: TemplateChoice): Promise<TemplateCategory | null> {
  return (await findTemplate(ctx, connectionId, choice))?.category ?? null;
}

/** Values of variables, each filled in. */
export function filledIn(variables: TemplateChoice['variables'], fill: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, fill(value)]));
}

/** Templates by their ids. */
export async function showTemplates(ctx: Reader | Tx, ids: readonly number[]): Promise<Map<number, TemplateView>> {
  return new Map((await findTemplates(ctx, ids)).map((row) => [row.id, templateView(row)]));
}
