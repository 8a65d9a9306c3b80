import { expect, test } from 'vitest';
import { newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** `12345678901234567890` of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test('codes are those of the standard', () => {
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((each) => totpCode(secret, at(each)))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ]);
});

test('a code counts for its half minute and the ones beside it', () => {
  const code = totpCode(secret, at(1_111_111_109));
  const step = Math.floor(1_111_111_109 / 30);
  expect([-31, 0, 30].map((off) => totpStep(secret, code, at(1_111_111_109 + off)))).toEqual([step, step, step]);
  expect([-62, 62].map((off) => totpStep(secret, code, at(1_111_111_109 + off)))).toEqual([null, null]);
  expect(totpStep(secret, '000000', at(1_111_111_109))).toBeNull();
});

test('each secret is another one, and an app can read it', () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  expect(totpUri(one, 'Balcão', 'ana@loja.example')).toBe(
    `otpauth://totp/Balc%C3%A3o:ana%40loja.example?issuer=Balc%C3%A3o&secret=${one}&algorithm=SHA1&digits=6&period=30`,
  );
});
