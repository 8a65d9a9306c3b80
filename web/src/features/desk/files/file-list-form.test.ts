import type { FileListDetail } from '@balcao/contract/files';
import { expect, test } from 'vitest';
import { type EntryValues, fileListBody, fileListRules, fileListValues, savedEntries } from './file-list-form.ts';

test.each([
  ['', 'Obrigatório'],
  ['ab', 'nome muito curto'],
  ['Catálogo', null],
])('the name %j', (name, problem) => {
  expect(fileListRules().name(name)).toBe(problem);
});

test('entries keep their order and ids; one without a name goes by its file', () => {
  const options = [entry(4, 'Sofás'), { ...entry(null, ' '), file: new File(['x'], 'mesas.pdf') }];
  expect(fileListBody({ name: ' Catálogo ', message: 'Segue', options })).toEqual({
    name: 'Catálogo',
    message: 'Segue',
    options: [{ id: 4, name: 'Sofás' }, { name: 'mesas.pdf' }],
  });
});

test('after the save each entry knows its id, and still has its file to go', () => {
  const file = new File(['x'], 'mesas.pdf');
  const saved = savedEntries([{ ...entry(null, 'Mesas'), file }], detail([9]));
  expect(saved).toMatchObject([{ id: 9, file }]);
});

test('an entry without any file is pointed out', () => {
  const values = { ...fileListValues(null), options: [{ ...entry(4, 'Sofás'), stored: null }, entry(5, 'Mesas')] };
  expect(fileListRules().options.file(null, values, 'options.0.file')).not.toBeNull();
  expect(fileListRules().options.file(null, values, 'options.1.file')).toBeNull();
});

function entry(id: number | null, name: string): EntryValues {
  return { key: `k${id}`, id, name, stored: 'guardado.pdf', size: 10, file: null };
}

function detail(ids: number[]): FileListDetail {
  const at = '2026-11-21T12:00:00.000Z';
  return {
    id: 1,
    name: 'Catálogo',
    message: 'Segue',
    userId: 1,
    companyId: 1,
    createdAt: at,
    updatedAt: at,
    options: ids.map((id) => ({ id, fileId: 1, name: 'Mesas', path: '', mediaType: '', url: null, size: null })),
  };
}
