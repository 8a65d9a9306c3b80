import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type AccessClaims, accessTokenMinutes, readAccessToken, signAccessToken } from './access-token.ts';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a secret of thirty-two characters or more');
const others = createSecrets('another secret of thirty-two characters');
const claims: AccessClaims = {
  usarname: 'Ana Prado',
  profile: 'user',
  id: 7,
  companyId: 3,
  sessionId: '7f0c8e9e-6a57-4a3e-9f0e-0f2d2a4c9b11',
  tokenVersion: 1,
};
const begun = new Date('2026-03-10T15:00:00.400Z');
const after = (seconds: number) => new Date(begun.getTime() + seconds * 1000);

test('a token says who it is for until it expires, however often it is read', async () => {
  const token = await signAccessToken(secrets, claims, begun);
  expect(decodeJwt(token)).toMatchObject(claims);
  const end = accessTokenMinutes * 60;
  for (const seconds of [0, 1, end - 1]) expect(await readAccessToken(secrets, token, after(seconds))).toEqual(claims);
  for (const seconds of [end, end + 1]) expect(await readAccessToken(secrets, token, after(seconds))).toBeNull();
  const unread = await signAccessToken(secrets, { ...claims, id: 8 }, begun);
  expect(await readAccessToken(secrets, unread, after(end))).toBeNull();
  expect(await readAccessToken(secrets, unread, after(end - 1))).toMatchObject({ id: 8 });
});

test('a forged token says nothing, also beside one that was read', async () => {
  const token = await signAccessToken(secrets, claims, begun);
  expect(await readAccessToken(secrets, token, begun)).toEqual(claims);
  const [head, , signature] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), id: 1 })).toString('base64url');
  for (const forged of [`${head}.${other}.${signature}`, `${token}x`, token.slice(0, -1), '', 'a.b.c'])
    expect(await readAccessToken(secrets, forged, begun)).toBeNull();
  expect(await readAccessToken(others, token, begun)).toBeNull();
});
