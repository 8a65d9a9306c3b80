import { describe, expect, test } from 'vitest';
import { checkTemplate, fillTemplate, type TemplateContent, templatePlainText, templateSlots, templateStanding } from './template-rules.ts';

const order: TemplateContent = {
  header: { format: 'TEXT', text: 'Pedido {{1}}' },
  body: 'Olá {{2}}, seu pedido chega {{1}}. Até {{1}}!',
  footer: 'Loja da Ana',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Obrigada', value: null },
    { type: 'URL', text: 'Acompanhar', value: 'https://loja.example/p/{{1}}' },
    { type: 'COPY_CODE', text: 'Copiar código', value: null },
  ],
  unsupported: null,
};
const values = { 'header.1': '77', 'body.1': 'amanhã', 'body.2': 'Bia', 'button.1': 'x77', 'button.2': 'VOLTE10' };
const plain = (body: string): TemplateContent => ({ header: null, body, footer: null, buttons: [], unsupported: null });

test('each variable is one slot, numbers in order, with its part', () => {
  expect(templateSlots(order).map(({ key, kind }) => [key, kind])).toEqual([
    ['header.1', 'text'],
    ['body.1', 'text'],
    ['body.2', 'text'],
    ['button.1', 'text'],
    ['button.2', 'code'],
  ]);
  expect(templateSlots(plain('Oi {{nome}}, {{ pedido }} e {{nome}}')).map(({ key }) => key)).toEqual(['body.nome', 'body.pedido']);
  expect(templateSlots({ ...plain('oi'), header: { format: 'IMAGE' } })).toEqual([
    { key: 'header.media', part: 'header', kind: 'media', name: 'IMAGE' },
  ]);
});

test('a filled template is what the customer sees; what has no value stays as written', () => {
  const text = fillTemplate(order, values);
  expect(text).toEqual({
    header: 'Pedido 77',
    media: null,
    body: 'Olá Bia, seu pedido chega amanhã. Até amanhã!',
    footer: 'Loja da Ana',
    buttons: ['Obrigada', 'Acompanhar', 'Copiar código'],
  });
  expect(templatePlainText(text)).toBe('*Pedido 77*\n\nOlá Bia, seu pedido chega amanhã. Até amanhã!\n\n_Loja da Ana_');
  expect(fillTemplate(plain('Oi {{1}}'), {}).body).toBe('Oi {{1}}');
  expect(fillTemplate(plain('Oi {{1}}'), { 'body.1': 'Ana\n\t  Maria $1' }).body).toBe('Oi Ana Maria $1');
});

describe('a template', () => {
  const check = (status: 'APPROVED' | 'PAUSED' | 'REJECTED', content: TemplateContent, variables: Record<string, string>) =>
    checkTemplate({ status, content }, { variables });

  test('is sent when approved and complete', () => {
    expect(check('APPROVED', order, values)).toMatchObject({ ok: true, value: { header: 'Pedido 77' } });
  });

  test('that is not there, paused, rejected or of a kind that cannot be sent is refused', () => {
    expect(checkTemplate(null, { variables: {} })).toMatchObject({ error: 'ERR_NO_TEMPLATE_FOUND' });
    expect(check('PAUSED', order, values)).toMatchObject({ error: 'ERR_TEMPLATE_STATUS', details: { status: 'PAUSED' } });
    expect(check('REJECTED', order, values)).toMatchObject({ error: 'ERR_TEMPLATE_STATUS', details: { status: 'REJECTED' } });
    expect(check('APPROVED', { ...order, unsupported: 'CAROUSEL' }, values)).toMatchObject({ error: 'ERR_TEMPLATE_UNSUPPORTED' });
  });

  test('names each variable that is missing, unknown or of no use', () => {
    const refused = (variables: Record<string, string>, content = order) => check('APPROVED', content, variables);
    expect(refused({ ...values, 'body.2': ' \n ' })).toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      details: { missing: ['body.2'], unknown: [], invalid: [] },
    });
    expect(refused({ ...values, 'body.3': 'a mais' })).toMatchObject({ details: { missing: [], unknown: ['body.3'], invalid: [] } });
    expect(refused({ ...values, 'button.2': 'comprido demais para um código' })).toMatchObject({ details: { invalid: ['button.2'] } });
    expect(refused({ 'body.1': 'a'.repeat(1024) }, plain('Oi {{1}}'))).toMatchObject({ details: { invalid: ['body'] } });
    const picture = { ...plain('oi'), header: { format: 'IMAGE' as const } };
    expect(refused({ 'header.media': 'http://loja.example/foto.png' }, picture)).toMatchObject({ details: { invalid: ['header.media'] } });
    expect(refused({ 'header.media': 'https://loja.example/foto.png' }, picture)).toMatchObject({ ok: true });
    expect(refused({ constructor: 'x' }, plain('oi'))).toMatchObject({ details: { unknown: ['constructor'] } });
  });
});

test('a planned template waits while it is paused, and has to be chosen again when it was refused or changed', () => {
  const standing = (status: 'APPROVED' | 'PENDING' | 'PAUSED' | 'REJECTED' | 'OTHER', variables: Record<string, string>) =>
    templateStanding({ status, content: plain('Oi {{1}}') }, { variables });
  expect(standing('APPROVED', { 'body.1': '{nome}' })).toBe('ready');
  expect([standing('PAUSED', { 'body.1': 'x' }), standing('PENDING', { 'body.1': 'x' })]).toEqual(['paused', 'paused']);
  expect([standing('REJECTED', { 'body.1': 'x' }), standing('OTHER', { 'body.1': 'x' })]).toEqual(['refused', 'refused']);
  expect([standing('APPROVED', {}), standing('APPROVED', { 'body.1': 'x', 'body.2': 'y' })]).toEqual(['refused', 'refused']);
  expect(templateStanding(null, { variables: {} })).toBe('refused');
});
