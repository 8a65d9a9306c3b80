// Mails are rows before they are sent, like messages. A crash between the two sends one twice, under the same id, rather than never.
import type { AuditVerb } from '@balcao/contract/audit-rules';
import type { Answer } from '@balcao/contract/endpoint';
import type { MailView, mailEndpoints } from '@balcao/contract/mails';
import { z } from 'zod';
import { MailFailure } from '../../../gateways/mail/smtp.ts';
import { type Ctx, mintCompanyId, type Outside, type PlatformCtx, type PlatformTx, type Tx } from '../../../platform/context.ts';
import { platformTransaction, transaction, withinCompany } from '../../../platform/db/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { defineJob } from '../../../platform/jobs/define.ts';
import { audit } from '../system/actions.ts';
import { getMail } from './reads.ts';
import { attemptMs, isDue, nextTry, usefulMs } from './rules.ts';
import { expireMails, insertMail, listDueMails, lockMail, type MailOfCompany, saveMail } from './store.ts';
import { mailView } from './view.ts';

export type NewMail = {
  /** One e-mail address. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** How long it is worth sending, and its text is kept for operators; default: three days. */
  usefulMs?: number;
};

/** Sends a mail once the running transaction has committed: within seconds, or when the mail server is there again. */
export async function queueMail(ctx: Tx, mail: NewMail): Promise<void> {
  const at = ctx.now();
  const mailId = await insertMail(ctx, {
    recipient: mail.to,
    subject: mail.subject,
    content: ctx.secrets.encrypt(mail.text),
    try_at: at,
    expires_at: new Date(at.getTime() + (mail.usefulMs ?? usefulMs)),
    created_at: at,
  });
  await ctx.enqueue(sendMailJob, { mailId });
}

export const sendMailJob = defineJob({
  name: 'mails.send',
  lane: 'mail',
  payload: z.object({ mailId: z.number() }),
  run: (ctx, { mailId }) => sendMail(ctx, mailId),
});

/** Tries a mail that is due. What came of it is in its row; one that failed for now is found again by the sweep. */
async function sendMail(ctx: Outside, mailId: number): Promise<void> {
  const { mail: mailer } = ctx.gateways;
  if (!mailer) return;
  const claimed = await transaction(ctx, async (ctx) => {
    const row = await lockMail(ctx, mailId);
    if (!row?.content || !isDue(row, ctx.now())) return null;
    await saveMail(ctx, mailId, { attempts: row.attempts + 1, try_at: new Date(ctx.now().getTime() + attemptMs) });
    return { row, text: ctx.secrets.decrypt(row.content) };
  });
  if (!claimed) return;
  const { row, text } = claimed;
  const id = `balcao-${row.company_id}-${mailId}-${row.created_at.getTime()}`;
  const failure = await mailer.send({ id, to: row.recipient, subject: row.subject, text }).then(
    () => null,
    (error: unknown) => (error instanceof MailFailure ? error : new MailFailure('unexpected', false)),
  );
  if (failure) ctx.log.warn({ mailId, reason: failure.message }, 'mail not sent');
  await transaction(ctx, (ctx) => {
    if (!failure) return saveMail(ctx, mailId, { state: 'sent', sent_at: ctx.now(), content: null, reason: null });
    const reason = failure.message;
    return saveMail(ctx, mailId, failure.final ? { state: 'failed', reason } : { reason, try_at: nextTry(row.attempts + 1, ctx.now()) });
  });
}

const sweptAtOnce = 200;

/** Adds jobs for the mails that are due again, and erases the text of those that nobody needs any more. */
export function sweepMails(ctx: PlatformCtx): Promise<void> {
  const sending = ctx.gateways.mail !== null;
  return platformTransaction(ctx, async (ctx) => {
    await expireMails(ctx, ctx.now());
    if (!sending) return;
    for (const { company_id, id } of await listDueMails(ctx, ctx.now(), sweptAtOnce))
      await ctx.enqueueFor(mintCompanyId(company_id), sendMailJob, { mailId: id }, { key: `mail ${id}` });
  });
}

/** A mail with its text, which is noted in its company's log. ERR_NO_MAIL_FOUND. */
export function readMail(ctx: Ctx, mailId: number): Promise<Answer<typeof mailEndpoints.showMail>> {
  return asOperator(ctx, mailId, 'mail.read', async (ctx, row) => ({
    ...mailView(row),
    text: row.content && ctx.secrets.decrypt(row.content),
  }));
}

/** Tries a mail again at once. ERR_NO_MAIL_FOUND, ERR_MAIL_GONE once it was sent or its text is erased. */
export function retryMail(ctx: Ctx, mailId: number): Promise<MailView> {
  return asOperator(ctx, mailId, 'mail.retried', async (ctx, row) => {
    if (!row.content || row.state === 'sent') throw new AppError('ERR_MAIL_GONE');
    const change = { state: 'waiting' as const, try_at: ctx.now() };
    await saveMail(ctx, mailId, change);
    await ctx.enqueue(sendMailJob, { mailId });
    return mailView({ ...row, ...change });
  });
}

function asOperator<T>(ctx: Ctx, mailId: number, verb: AuditVerb, work: (ctx: Tx, row: MailOfCompany) => Promise<T>): Promise<T> {
  const by = ctx.actor.kind === 'user' ? { id: ctx.actor.id, name: ctx.actor.name } : null;
  return platformTransaction(ctx, async (ctx: PlatformTx) => {
    const row = await getMail(ctx, mailId);
    return withinCompany(ctx, mintCompanyId(row.company_id), async (ctx) => {
      await audit(ctx, { verb, subject: String(mailId), details: { recipient: row.recipient, subject: row.subject }, by });
      return work(ctx, row);
    });
  });
}
