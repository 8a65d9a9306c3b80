import { expect, test } from 'vitest';
import { auditDetails } from './audit-details.ts';

const lines = (details: unknown) => auditDetails(JSON.stringify(details)).map(({ label, value }) => `${label}: ${value}`);

test('what is known beside the verb is told in words', () => {
  expect(lines({ name: 'Padaria Sol', dueDate: '2031-01-31', status: false, recurrence: 'MENSAL', phone: null })).toEqual([
    'Nome: Padaria Sol',
    'Vencimento: 31/01/2031',
    'Ativa: Não',
    'Recorrência: Mensal',
    'Telefone: –',
  ]);
  expect(lines({ key: 'efi:E1', value: 29.9, outcome: 'short' })).toEqual([
    'Chave: efi:E1',
    expect.stringMatching(/^Valor: R\$\s29,90$/),
    'Resultado: Menos que o pedido',
  ]);
  expect(lines({ from: 'whatsapp_web', to: 'whatsapp_cloud' })).toEqual(['De: whatsapp_web', 'Para: whatsapp_cloud']);
  expect(lines({ scopes: ['contacts', 'messages'], as: { id: 7, name: 'Ana Prado' } })).toEqual([
    'Permissões: contacts, messages',
    'No lugar de: Ana Prado',
  ]);
  expect(lines({ halt: 'restricted' })).toEqual(['Motivo: O WhatsApp restringiu o número']);
  expect(lines({ held: 'limit_reached', until: null })).toEqual(['Motivo: Limite de novas conversas', 'Até: –']);
  expect(lines({ profile: 'admin', until: '2026-11-24T12:00:00.000Z' })[0]).toBe('Perfil: Administrador');
});

test('what has no words stays as it was written', () => {
  expect(lines({ unheardOf: 3, schedules: [{ weekday: 'Segunda' }] })).toEqual(['unheardOf: 3', 'schedules: [{"weekday":"Segunda"}]']);
  expect(auditDetails('no JSON')).toEqual([{ label: '', value: 'no JSON' }]);
  expect(auditDetails('[1]')).toEqual([{ label: '', value: '[1]' }]);
  expect(auditDetails('{}')).toEqual([]);
});
