import { expect, test } from 'vitest';
import { plainCode, resetCode, strongPassword } from './password-rules.ts';

test('a strong password has eight characters, both cases and a digit', () => {
  expect(['Senha-12', 'ÁRVORE e 4 galhos', `Aa1${'x'.repeat(47)}`].every((each) => strongPassword.test(each))).toBe(true);
  const weak = ['Senha-1', 'senha-123', 'SENHA-123', 'Senha-abc', '', `Aa1${'x'.repeat(48)}`, 'Senha\n-12'];
  expect(weak.filter((each) => strongPassword.test(each))).toEqual([]);
});

test('a code is the same however it is typed', () => {
  expect(['ABCD-2345', 'abcd2345', 'Abcd-2345'].map((code) => resetCode.test(code) && plainCode(code))).toEqual(Array(3).fill('ABCD2345'));
  expect(['ABC-2345', 'ABCD 2345', 'ABCD-23456', 'ABCD--2345'].filter((code) => resetCode.test(code))).toEqual([]);
});
