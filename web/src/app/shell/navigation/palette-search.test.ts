import { expect, test } from 'vitest';
import { askedBy, commandGroups, found } from './palette-search.ts';

test('the first character says what is looked for', () => {
  expect(askedBy('>tr')).toEqual({ kind: 'commands', text: 'tr' });
  expect(askedBy(' #4821 ')).toEqual({ kind: 'tickets', text: '4821' });
  expect(askedBy('@helena')).toEqual({ kind: 'people', text: 'helena' });
  expect(askedBy('tr > a')).toEqual({ kind: 'all', text: 'tr > a' });
  expect(askedBy('')).toEqual({ kind: 'all', text: '' });
});

test('what begins with the text comes first, then words that do', () => {
  const labels = ['Mostrar os atalhos', 'Abrir e trocar', 'Transferir'].map((label) => ({ label }));
  expect(found(labels, 'TR').map(({ label }) => label)).toEqual(['Transferir', 'Abrir e trocar', 'Mostrar os atalhos']);
  expect(found([{ label: 'Configurações' }], 'coes')).toHaveLength(1);
});

test('what is done in the conversation stands apart; pages and the palette itself are no commands of it', () => {
  const commands = (['app.palette', 'app.theme', 'go.tickets', 'inbox.new', 'ticket.resolve', 'composer.attach'] as const).map((id) => ({
    id,
    label: id,
  }));
  const { here, elsewhere } = commandGroups(commands);
  expect(here.map(({ id }) => id)).toEqual(['ticket.resolve', 'composer.attach']);
  expect(elsewhere.map(({ id }) => id)).toEqual(['app.theme', 'inbox.new']);
});
