import { expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is the one that was hashed, also under the cost of before', async () => {
  const weak = await hashPassword('senha-secreta');
  const strong = '$argon2id$v=19$m=19456,t=2,p=1$QIQhvsILxV10PC31qi8wfA$MZZxFrGRqUnNHFtC80xzkfniY+1tEoNx71YrPF1fSrg';
  for (const hash of [weak, strong]) {
    expect(await verifyPassword(hash, 'senha-secreta')).toBe(true);
    expect(await verifyPassword(hash, 'senha-secret')).toBe(false);
  }
  expect(await verifyPassword(null, 'nobody')).toBe(false);
});

test('only tests may hash weakly', () => {
  expect(readEnv({ WEAK_PASSWORDS: '1' }).weakPasswords).toBe(false);
  expect(readEnv({ WEAK_PASSWORDS: '1', NODE_ENV: 'production' }).weakPasswords).toBe(false);
  expect(readEnv({ WEAK_PASSWORDS: '1', NODE_ENV: 'test' }).weakPasswords).toBe(true);
});
