import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillVariables, greetingAt, type VariableValues, variableNames } from './variables-rules.ts';

const about: VariableValues = {
  contactName: "Lia D'Ávila & Filhos",
  protocol: '20261121-4821',
  at: new Date('2026-11-21T21:05:00Z'),
  timeZone: 'America/Sao_Paulo',
};

test.each([
  ['{{firstName}}', 'Lia'],
  ['{{name}}', "Lia D'Ávila & Filhos"],
  ['{{greeting}}, {{ firstName }}!', 'Boa noite, Lia!'],
  ['{{protocol}}', '20261121-4821'],
  ['{{date}} {{hour}}', '21/11/2026 18:05'],
  ['{{ms}} {{gretting}} {{data}} {{hora}}', 'Boa noite Boa noite 21/11/2026 18:05'],
  ['{{nome}} {{constructor}} {{}} {{name', '{{nome}} {{constructor}} {{}} {{name'],
  ['{name} [[name]]', '{name} [[name]]'],
])('%s is sent as %s', (written, sent) => {
  expect(fillVariables(written, about)).toBe(sent);
});

test.each([
  ['2026-11-21T08:59:00Z', 'Boa madrugada'],
  ['2026-11-21T09:00:00Z', 'Bom dia'],
  ['2026-11-21T14:59:00Z', 'Bom dia'],
  ['2026-11-21T15:00:00Z', 'Boa tarde'],
  ['2026-11-21T21:00:00Z', 'Boa noite'],
  ['2026-11-22T03:00:00Z', 'Boa madrugada'],
])('at %s one says %s', (at, greeting) => {
  expect(greetingAt(new Date(at), 'America/Sao_Paulo')).toBe(greeting);
});

const anything = fc.record({
  contactName: fc.string({ unit: 'binary' }),
  protocol: fc.string(),
  at: fc.date({ noInvalidDate: false }),
  timeZone: fc.oneof(fc.constantFrom('America/Sao_Paulo', 'Asia/Kolkata', 'UTC'), fc.string()),
});
const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{{', '}}', '{', '}', ' ', ...variableNames));
const written = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

test('no text and no contact makes it throw', () => {
  fc.assert(fc.property(written, anything, (text, values) => typeof fillVariables(text, values) === 'string'));
});

test('text without braces stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('{', '')),
      anything,
      (text, values) => fillVariables(text, values) === text,
    ),
  );
});

test('what stands between variables stays as it is, and no name is read as a template', () => {
  const calm = fc.string().map((text) => text.replace(/[{}]/g, ''));
  fc.assert(
    fc.property(calm, calm, anything, (before, after, values) => {
      const contactName = `{{date}} & <b>${values.contactName}`;
      expect(fillVariables(`${before}{{name}}${after}`, { ...values, contactName })).toBe(`${before}${contactName.trim()}${after}`);
    }),
  );
});
