import type { Answer } from '@balcao/contract/endpoint';
import type { MailView, mailEndpoints } from '@balcao/contract/mails';
import { pageSize } from '@balcao/contract/page-rules';
import type { Outside, PlatformTx } from '../../../platform/context.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { findMail, listMailRows, type MailOfCompany } from './store.ts';
import { mailView } from './view.ts';

/** Mails of all companies, newest first. */
export function listMails(
  ctx: Outside,
  { state, before }: { state?: MailView['state'] | undefined; before?: number | undefined },
): Promise<Answer<typeof mailEndpoints.listMails>> {
  const sending = ctx.gateways.mail !== null;
  return platformTransaction(ctx, async (ctx) => {
    const rows = await listMailRows(ctx, { state: state ?? null, before: before ?? null }, pageSize.rest + 1);
    return { sending, mails: rows.slice(0, pageSize.rest).map(mailView), hasMore: rows.length > pageSize.rest };
  });
}

/** The mail, of whichever company. ERR_NO_MAIL_FOUND. */
export async function getMail(ctx: PlatformTx, id: number): Promise<MailOfCompany> {
  const row = await findMail(ctx, id);
  if (!row) throw new AppError('ERR_NO_MAIL_FOUND');
  return row;
}
