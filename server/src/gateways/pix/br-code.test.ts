import { expect, test } from 'vitest';
import { brCode, crc16 } from './br-code.ts';

test('the CRC is the one of the standard', () => {
  expect(crc16('123456789')).toBe('29B1');
  const known =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  expect(crc16(known.slice(0, -4))).toBe(known.slice(-4));
});

test('a code says key, amount, name and city, in letters of one byte', () => {
  const code = brCode({
    key: 'a@b.example',
    amount: '1660.50',
    name: 'Balcão Serviços de Atendimento Ltda',
    city: 'São Paulo',
    txid: 'x'.repeat(32),
  });
  expect(code).toMatch(/^000201010212/);
  expect(code).toContain('54071660.50');
  expect(code).toContain('5925Balcao Servicos de Atendi');
  expect(code).toContain('6009Sao Paulo');
  expect(code).toContain(`62290525${'x'.repeat(25)}`);
  expect(crc16(code.slice(0, -4))).toBe(code.slice(-4));
});
