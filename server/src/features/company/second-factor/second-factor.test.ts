import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, heard, signIn, until } from '../../../../test/client.ts';
import { givenCompany, givenUser, newIp, password } from '../../../../test/people.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { totpCode } from '../../../platform/totp.ts';

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await createWorld();
  admin = await givenCompany(world.url);
});
afterAll(() => world.close());

const enter = (email: string, code?: string, word = password) =>
  call(world.url, 'POST /auth/login', { body: { email, password: word, ...(code && { code }) }, headers: { 'x-forwarded-for': newIp() } });
const own = { currentPassword: password };
/** The code of a later half minute, so that none was used before. */
const nextCode = (secret: string) => {
  world.clock.advance(30_000);
  return totpCode(secret, world.clock.now());
};

/** Switches it on; answers the secret and the recovery codes. */
async function protect(user: Client, currentPassword = password) {
  const { secret } = await user.call('POST /v1/second-factor', { body: { currentPassword } });
  const { recoveryCodes } = await user.call('POST /v1/second-factor/confirm', { body: { code: nextCode(secret) } });
  return { secret, recoveryCodes };
}

test('a secret counts once a code has confirmed it; then signing in takes a code, each once', async () => {
  const ana = await givenUser(world.url, admin);
  const { email } = ana.user;
  await expect(ana.call('POST /v1/second-factor', { body: { currentPassword: 'errada' } })).rejects.toMatchObject({
    error: 'ERR_CURRENT_PASSWORD',
    body: { issues: [{ path: 'body.currentPassword', code: 'wrong' }] },
  });
  const { secret, uri } = await ana.call('POST /v1/second-factor', { body: own });
  expect(uri).toContain(`secret=${secret}`);
  await expect(ana.call('POST /v1/second-factor/confirm', { body: { code: '000000' } })).rejects.toMatchObject({
    error: 'ERR_SECOND_FACTOR_CODE',
  });
  expect((await enter(email)).status).toBe(200);

  const code = nextCode(secret);
  const { recoveryCodes } = await ana.call('POST /v1/second-factor/confirm', { body: { code } });
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await ana.call('GET /v1/second-factor')).toEqual({ on: true, recoveryCodesLeft: 10 });
  await expect(ana.call('POST /v1/second-factor', { body: own })).rejects.toMatchObject({ error: 'ERR_SECOND_FACTOR_CODE' });
  await expect(enter(email)).rejects.toMatchObject({ status: 401, error: 'ERR_SECOND_FACTOR_REQUIRED' });
  await expect(enter(email, code)).rejects.toMatchObject({ status: 401, error: 'ERR_SECOND_FACTOR_WRONG' });
  await expect(enter(email, code, 'errada')).rejects.toMatchObject({ status: 401, error: 'ERR_INVALID_CREDENTIALS' });
  const next = nextCode(secret);
  const both = await Promise.allSettled([enter(email, next), enter(email, next)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a recovery code opens once, however it is typed, and all can be replaced', async () => {
  const rui = await givenUser(world.url, admin);
  const { recoveryCodes } = await protect(rui);
  const [first = '', second = ''] = recoveryCodes;
  expect((await enter(rui.user.email, first.toLowerCase().replace('-', ''))).status).toBe(200);
  await expect(enter(rui.user.email, first)).rejects.toMatchObject({ error: 'ERR_SECOND_FACTOR_WRONG' });
  expect(await rui.call('GET /v1/second-factor')).toEqual({ on: true, recoveryCodesLeft: 9 });
  const { recoveryCodes: others } = await rui.call('POST /v1/second-factor/recovery-codes', { body: own });
  await expect(enter(rui.user.email, second)).rejects.toMatchObject({ error: 'ERR_SECOND_FACTOR_WRONG' });
  expect((await enter(rui.user.email, others[9])).status).toBe(200);
});

test('codes are guessed as slowly as passwords', async () => {
  const eva = await givenUser(world.url, admin);
  await protect(eva);
  const ip = newIp();
  const guess = (code?: string) =>
    call(world.url, 'POST /auth/login', { body: { email: eva.user.email, password, code }, headers: { 'x-forwarded-for': ip } });
  for (let i = 0; i < 5; i++) await expect(guess(i % 2 ? undefined : '000000')).rejects.toMatchObject({ status: 401 });
  await expect(guess('000000')).rejects.toMatchObject({ status: 429 });
});

test('it is switched off by oneself with the password, by an admin for others, and survives a reset of the password', async () => {
  const lia = await givenUser(world.url, admin);
  const bia = await givenUser(world.url, admin);
  await protect(lia);
  await protect(bia);
  const params = { userId: lia.user.id };
  await expect(bia.call('DELETE /v1/users/:userId/second-factor', { params })).rejects.toMatchObject({ status: 403 });
  const self = { params: { userId: admin.user.id } };
  await expect(admin.call('DELETE /v1/users/:userId/second-factor', self)).rejects.toMatchObject({ error: 'ERR_OWN_USER' });
  await admin.call('DELETE /v1/users/:userId/second-factor', { params });
  expect((await enter(lia.user.email)).status).toBe(200);
  await bia.call('POST /v1/second-factor/off', { body: own });
  expect(await bia.call('GET /v1/second-factor')).toEqual({ on: false, recoveryCodesLeft: 0 });
  expect((await enter(bia.user.email)).status).toBe(200);
});

test('sessions are listed and ended one by one, or all but one’s own', async () => {
  const here = await givenUser(world.url, admin);
  const [there, elsewhere] = [
    await signIn(world.url, here.user.email, password, newIp()),
    await signIn(world.url, here.user.email, password, newIp()),
  ];
  const idOf = ({ token }: Client) => decodeJwt(token).sessionId as string;
  const open = await here.call('GET /v1/sessions');
  expect(open.map(({ id, current }) => [id, current])).toEqual([
    [idOf(elsewhere), false],
    [idOf(there), false],
    [idOf(here), true],
  ]);
  const foreign = { params: { sessionUuid: idOf(admin) } };
  await expect(here.call('DELETE /v1/sessions/:sessionUuid', foreign)).rejects.toMatchObject({
    status: 404,
    error: 'ERR_NO_SESSION_FOUND',
  });
  const socket = await there.socket();
  await here.call('DELETE /v1/sessions/:sessionUuid', { params: { sessionUuid: idOf(there) } });
  await until(() => socket.disconnected);
  await expect(there.call('GET /auth/me')).rejects.toMatchObject({ status: 401 });
  expect(await here.call('DELETE /v1/sessions')).toEqual({ ended: 1 });
  await expect(elsewhere.call('GET /auth/me')).rejects.toMatchObject({ status: 401 });
  expect(await here.call('GET /v1/sessions')).toHaveLength(1);
});

test('where operators must have one, those without hear of it at once, and are none until they do', async () => {
  const operator = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  expect(operator.user.secondFactor).toEqual({ on: false, required: false });
  const socket = await operator.socket();
  const told = heard(
    socket,
    `company-${operator.user.companyId}-user`,
    ({ user }: { user?: { id: number } }) => user?.id === operator.user.id,
  );
  await operator.call('PUT /v1/installation', { body: { operatorsSecondFactor: true } });
  await told;
  expect((await operator.call('GET /auth/me')).user.secondFactor).toEqual({ on: false, required: true });
  await expect(operator.call('GET /v1/installation')).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  const locked = await signIn(world.url, world.operator.email, world.operator.password, newIp());
  expect(locked.user.secondFactor).toEqual({ on: false, required: true });
  await expect(locked.call('GET /v1/installation')).rejects.toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  const other = { params: { companyId: admin.user.companyId } };
  await expect(locked.call('GET /companies/:companyId', other)).rejects.toMatchObject({ error: 'ERR_NO_COMPANY_FOUND' });
  await protect(locked, world.operator.password);
  expect(await locked.call('GET /v1/installation')).toEqual({ signUp: true, operatorsSecondFactor: true });
});
