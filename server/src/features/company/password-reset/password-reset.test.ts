import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, signIn, until } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { platformTransaction } from '../../../platform/db/transaction.ts';

let world: World;
let operator: Client;
let admin: Client;
beforeAll(async () => {
  world = await createWorld({ roles: ['web'] });
  operator = await signIn(world.url, world.operator.email, world.operator.password);
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

const wanted = 'Senha-Nova-1';
const headers = () => ({ 'x-forwarded-for': newIp() });
const ask = async (email: string) =>
  (await call(world.url, 'POST /v1/password-reset', { body: { email }, headers: headers() })).json() as Promise<unknown>;
const finish = (email: string, code: string, word = wanted) =>
  call(world.url, 'POST /v1/password-reset/finish', { body: { email, code, password: word }, headers: headers() });

/** The text of the latest mail to this address. */
const mailTo = (email: string, subject: RegExp) =>
  until(async () => {
    const { mails } = await operator.call('GET /v1/mails');
    const found = mails.find((mail) => mail.recipient === email && subject.test(mail.subject));
    return found && (await operator.call('GET /v1/mails/:mailId', { params: { mailId: found.id } })).text;
  });
const codeFor = async (email: string) => /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec((await mailTo(email, /redefinir/)) ?? '')?.[0] ?? '';

test('a code from the mail sets another password once, and ends what was open', async () => {
  const ana = await givenUser(world.url, admin);
  const { email } = ana.user;
  const socket = await ana.socket();
  expect(await ask(email.toUpperCase())).toEqual({ message: 'Email sent' });
  const code = await codeFor(email);
  expect(await mailTo(email, /redefinir/)).toContain(`http://localhost/forgetpsw#email=${encodeURIComponent(email)}&code=${code}`);
  await expect(finish(email, 'ABCD-2345')).rejects.toMatchObject({ status: 404, error: 'ERR_RESET_CODE' });
  const both = await Promise.allSettled([finish(email, code.toLowerCase().replace('-', '')), finish(email, code, 'Outra-Senha-1')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const chosen = both[0]?.status === 'fulfilled' ? wanted : 'Outra-Senha-1';
  await expect(finish(email, code)).rejects.toMatchObject({ status: 404, error: 'ERR_RESET_CODE' });

  await until(() => socket.disconnected);
  await expect(ana.call('GET /auth/me')).rejects.toMatchObject({ error: expect.stringMatching(/EXPIRED/) });
  const refreshed = call(world.url, 'POST /auth/refresh_token', { headers: { cookie: ana.cookie } });
  await expect(refreshed).rejects.toMatchObject({ status: 401, error: 'ERR_SESSION_EXPIRED' });
  await expect(signIn(world.url, email, password, newIp())).rejects.toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
  await signIn(world.url, email, chosen, newIp());
  expect(await mailTo(email, /foi redefinida/)).toContain('sessões abertas foram encerradas');
  const { rows } = await platformTransaction(world.app.base, ({ db }) =>
    sql<{
      verb: string;
    }>`select verb from audit_log where actor_id = ${ana.user.id} and verb in ('auth.resetRequested', 'auth.passwordReset')
      order by id`.execute(db),
  );
  expect(rows.map(({ verb }) => verb)).toEqual(['auth.resetRequested', 'auth.passwordReset']);
});

test('existing clients reset by paths', async () => {
  const rui = await givenUser(world.url, admin);
  const { email } = rui.user;
  await call(world.url, 'POST /forgetpassword/:email', { params: { email }, headers: headers() });
  const params = { email, code: await codeFor(email), password: 'Senha/Nova 1' };
  const weak = call(world.url, 'POST /resetpasswords/:email/:code/:password', {
    params: { ...params, password: 'senha-nova' },
    headers: headers(),
  });
  await expect(weak).rejects.toMatchObject({
    status: 400,
    error: 'ERR_VALIDATION',
    body: { issues: [expect.objectContaining({ path: 'params.password' })] },
  });
  await call(world.url, 'POST /resetpasswords/:email/:code/:password', { params, headers: headers() });
  await signIn(world.url, email, 'Senha/Nova 1', newIp());
});

test('asking and trying are slowed down, whether anybody has the e-mail or not', async () => {
  const eva = await givenUser(world.url, admin);
  for (const email of [eva.user.email, 'ninguem@loja.example']) {
    for (let i = 0; i < 3; i++) await ask(email);
    await expect(ask(email)).rejects.toMatchObject({ status: 429, body: { details: { seconds: 60 } } });
    const ip = newIp();
    const guess = () =>
      call(world.url, 'POST /v1/password-reset/finish', {
        body: { email, code: 'AAAA-BBBB', password: wanted },
        headers: { 'x-forwarded-for': ip },
      });
    for (let i = 0; i < 5; i++) await expect(guess()).rejects.toMatchObject({ error: 'ERR_RESET_CODE' });
    await expect(guess()).rejects.toMatchObject({ status: 429, body: { details: { seconds: 15 } } });
  }
});

test('neither words nor times tell whether anybody has the e-mail', async () => {
  const rounds = 16;
  const { user } = await givenCompany(world.url);
  await platformTransaction(world.app.base, ({ db }) =>
    sql`insert into users (company_id, name, email, password_hash)
      select ${user.companyId}, 'Pessoa', 'conhecida' || n || '@loja.example', '' from generate_series(1, ${rounds}) n`.execute(db),
  );
  const kinds = ['conhecida', 'estranha'] as const;
  const measured = async (work: (email: string) => Promise<unknown>) => {
    const times = { conhecida: [] as number[], estranha: [] as number[] };
    const answers = { conhecida: [] as unknown[], estranha: [] as unknown[] };
    for (let i = 1; i <= rounds; i++) {
      // In turns, and each first as often as the other, so that what else the machine does meets both.
      for (const kind of i % 2 ? kinds : [...kinds].reverse()) {
        const from = performance.now();
        answers[kind].push(await work(`${kind}${i}@loja.example`).catch(({ body }: { body: unknown }) => body));
        times[kind].push(performance.now() - from);
      }
    }
    expect(answers.conhecida).toEqual(answers.estranha);
    return kinds.map((kind) => times[kind].sort((a, b) => a - b)[rounds / 2] ?? 0) as [number, number];
  };
  for (const work of [ask, (email: string) => finish(email, 'AAAA-BBBB')]) {
    const [known, unknown] = await measured(work);
    expect(Math.abs(known - unknown)).toBeLessThan(0.35 * Math.max(known, unknown) + 4);
  }
});

test('a code ends after a quarter of an hour, and with the next one', async () => {
  const lia = await givenUser(world.url, admin);
  const { email } = lia.user;
  await ask(email);
  const first = await codeFor(email);
  await ask(email);
  const second = await until(async () => {
    const code = await codeFor(email);
    return code !== first && code;
  });
  await expect(finish(email, first)).rejects.toMatchObject({ error: 'ERR_RESET_CODE' });
  world.clock.advance(15 * 60_000);
  await expect(finish(email, second)).rejects.toMatchObject({ error: 'ERR_RESET_CODE' });
  await signIn(world.url, email, password, newIp());
});
