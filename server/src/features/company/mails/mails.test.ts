import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, signIn, until } from '../../../../test/client.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/fake-smtp.ts';
import { givenCompany } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { smtpMailer } from '../../../gateways/mail/smtp.ts';
import { asSystem, type Ctx, mintCompanyId } from '../../../platform/context.ts';
import { platformTransaction, transaction } from '../../../platform/db/transaction.ts';
import { queueMail, sweepMails } from './actions.ts';

let world: World;
let smtp: FakeSmtp;
let operator: Client;
let ctx: Ctx;
const mailbox: { on: boolean } = { on: true };
beforeAll(async () => {
  smtp = await startFakeSmtp();
  const mailer = smtpMailer({ url: smtp.url, from: 'balcao@loja.example' });
  world = await createWorld({
    gateways: (made) => ({
      ...made,
      get mail() {
        return mailbox.on ? mailer : null;
      },
    }),
  });
  operator = await signIn(world.url, world.operator.email, world.operator.password);
  const admin = await givenCompany(world.url);
  ctx = asSystem(world.app.base, mintCompanyId(admin.user.companyId));
});
afterAll(async () => {
  await world.close();
  await smtp.close();
});
beforeEach(() => {
  mailbox.on = true;
  smtp.behave(null);
});

let count = 0;
/** Queues a mail and answers its id. */
async function queued(usefulMs?: number): Promise<number> {
  const to = `ana.${++count}@loja.example`;
  await transaction(ctx, (ctx) => queueMail(ctx, { to, subject: 'Recibo', text: `Texto ${count}`, ...(usefulMs ? { usefulMs } : {}) }));
  const { mails } = await operator.call('GET /v1/mails');
  return mails.find(({ recipient }) => recipient === to)?.id ?? 0;
}

const show = async (mailId: number) => (await operator.call('GET /v1/mails')).mails.find(({ id }) => id === mailId);

test('a mail goes out once its transaction has committed, and its text is erased', async () => {
  const id = await queued();
  await until(async () => (await show(id))?.state === 'sent');
  expect(await show(id)).toMatchObject({ attempts: 1, reason: null, hasText: false, company: { id: ctx.companyId } });
  expect(smtp.mails.at(-1)).toMatchObject({ text: expect.stringContaining(`Texto ${count}`), to: { text: `ana.${count}@loja.example` } });

  const before = smtp.offered();
  const failed = transaction(ctx, async (ctx) => {
    await queueMail(ctx, { to: 'rui@loja.example', subject: 'Nunca', text: '' });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(smtp.offered()).toBe(before);
});

test('one that fails for now is tried again later; one that is refused is not', async () => {
  smtp.behave(451);
  const id = await queued();
  await until(async () => (await show(id))?.reason);
  expect(await show(id)).toMatchObject({ state: 'waiting', attempts: 1, reason: expect.stringContaining('451'), hasText: true });
  smtp.behave(null);
  await sweepMails(world.app.base);
  expect(await show(id)).toMatchObject({ state: 'waiting', attempts: 1 });
  world.clock.advance(61_000);
  await sweepMails(world.app.base);
  await until(async () => (await show(id))?.state === 'sent');

  smtp.behave(550);
  const refused = await queued();
  await until(async () => (await show(refused))?.state === 'failed');
  smtp.behave(null);
  await operator.call('POST /v1/mails/:mailId/retry', { params: { mailId: refused } });
  await until(async () => (await show(refused))?.state === 'sent');
  const again = operator.call('POST /v1/mails/:mailId/retry', { params: { mailId: refused } });
  await expect(again).rejects.toMatchObject({ status: 400, error: 'ERR_MAIL_GONE' });
});

test('without a mail server it waits, operators read it, which is noted, and it goes out when there is one', async () => {
  mailbox.on = false;
  const [id, brief] = [await queued(), await queued(60_000)];
  expect(await operator.call('GET /v1/mails', { query: { state: 'waiting' } })).toMatchObject({
    sending: false,
    mails: [{ id: brief }, { id }],
  });
  expect(await operator.call('GET /v1/mails/:mailId', { params: { mailId: id } })).toMatchObject({ text: `Texto ${count - 1}` });
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{ actor_id: number }>`select actor_id from audit_log where company_id = ${ctx.companyId} and verb = 'mail.read'`.execute(db),
  );
  expect(rows).toEqual([{ actor_id: operator.user.id }]);
  const { rows: stored } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{ plain: boolean }>`select position('Texto'::bytea in content) > 0 as plain from mails where id = ${id}`.execute(db),
  );
  expect(stored).toEqual([{ plain: false }]);

  world.clock.advance(61_000);
  mailbox.on = true;
  await sweepMails(world.app.base);
  await until(async () => (await show(id))?.state === 'sent');
  expect(await show(brief)).toMatchObject({ state: 'failed', reason: 'expired', hasText: false });
  expect(await operator.call('GET /v1/mails', { query: { before: id } })).toMatchObject({
    sending: true,
    mails: expect.not.arrayContaining([expect.objectContaining({ id: brief })]),
  });
});
