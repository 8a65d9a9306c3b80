import { expect, test } from 'vitest';
import { makeUser } from '../../../data/users/test-users.ts';
import { changedUserBody, newUserBody, type UserValues, userRules, userValues } from './user-form.ts';

test('names have 2 to 50 letters, e-mails an at sign', () => {
  const { name, email } = userRules(true);
  expect([name(''), name('a'), name('Al'), name('x'.repeat(51))]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
  expect([email(''), email('ana'), email('ana@exemplo.com')]).toEqual(['Obrigatório', 'E-mail inválido', null]);
});

test('passwords have 5 to 50 characters; empty keeps the old one of a user there is', () => {
  const isNew = userRules(true).password;
  expect([isNew(''), isNew('1234'), isNew('12345'), isNew('x'.repeat(51))]).toEqual(['Obrigatório', 'Muito curto!', null, 'Muito longo!']);
  expect(userRules(false).password('')).toBeNull();
  expect(userRules(false).password('1234')).toBe('Muito curto!');
});

test('a new user has the profile user', () => {
  expect(newUserBody({ ...userValues(null), name: 'Ana', email: 'ana@exemplo.com', password: 'segredo' })).toEqual({
    name: 'Ana',
    email: 'ana@exemplo.com',
    password: 'segredo',
    profile: 'user',
    queueIds: [],
    whatsappId: null,
    allTicket: 'disabled',
    exportContacts: false,
    assignmentCapacity: null,
  });
});

test('a form that was not touched sends no password', () => {
  const ana = makeUser(1, {
    whatsappId: 4,
    allTicket: 'enabled',
    queues: [{ id: 2, name: 'Vendas', color: '#2f6fde', UserQueue: { userId: 1, queueId: 2 } }],
  });
  const body = changedUserBody(userValues(ana));
  expect(body).not.toHaveProperty('password');
  expect(body).not.toHaveProperty('currentPassword');
  expect(changedUserBody({ ...userValues(makeUser(1, { assignmentCapacity: 3 })) })).toMatchObject({ assignmentCapacity: 3 });
  expect(body).toMatchObject({ queueIds: [2], whatsappId: 4, allTicket: 'enabled' });
});

test('who changes their own e-mail or password says the current one; of others it is not asked', () => {
  const ana = makeUser(1);
  const problem = (change: Partial<UserValues>, own: typeof ana | null = ana) => {
    const values = { ...userValues(ana), ...change };
    return userRules(false, own).currentPassword(values.currentPassword, values);
  };
  expect([problem({}), problem({ name: 'Ana Prado' }), problem({ email: ` ${ana.email} ` })]).toEqual([null, null, null]);
  expect([problem({ password: 'segredo' }), problem({ email: 'outra@exemplo.com' })]).toEqual(['Obrigatório', 'Obrigatório']);
  expect(problem({ password: 'segredo', currentPassword: 'antiga' })).toBeNull();
  expect(problem({ password: 'segredo', email: 'outra@exemplo.com' }, null)).toBeNull();
  expect(changedUserBody({ ...userValues(ana), currentPassword: 'antiga' })).toMatchObject({ currentPassword: 'antiga' });
});
