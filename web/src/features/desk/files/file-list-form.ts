import type { FileListDetail } from '@balcao/contract/files';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

/** An entry of the list. `id` is null until it is saved; `stored`: the name of its saved file; `file`: a file still to be uploaded. */
export type EntryValues = { key: string; id: number | null; name: string; stored: string | null; size: number | null; file: File | null };
export type FileListValues = { name: string; message: string; options: EntryValues[] };

/** The form of a file list, or of a new one. */
export function fileListValues(list: FileListDetail | null): FileListValues {
  return { name: list?.name ?? '', message: list?.message ?? '', options: list ? entriesOf(list) : [] };
}

/** The entries as the server has them. */
export function entriesOf(list: FileListDetail): EntryValues[] {
  return list.options.map(({ id, name, path, size }) => ({ key: `entry-${id}`, id, name, stored: path || null, size, file: null }));
}

/** The entries after the list was saved: each has its id, and keeps a file that is still to be uploaded. */
export function savedEntries(entries: readonly EntryValues[], list: FileListDetail): EntryValues[] {
  return entries.map((entry, at) => ({ ...entry, id: list.options[at]?.id ?? entry.id }));
}

/** The validation rules of the form. */
export function fileListRules() {
  return {
    name: (name: string) => lengthProblem(name.trim(), 3, 100, t('nome muito curto')),
    message: (message: string) => {
      if (message.trim() === '') return t('Obrigatório');
      return message.length > 4096 ? t('Muito longo!') : null;
    },
    options: {
      name: (name: string) => (name.length > 200 ? t('Muito longo!') : null),
      file: (_file: File | null, values: FileListValues, path: string) => {
        const entry = values.options[Number(path.split('.')[1])];
        return entry && !entry.file && !entry.stored ? t('Escolha o arquivo, ou tire esta linha.') : null;
      },
    },
  };
}

/** The form as a request body; an entry without a name gets the name of its file. */
export function fileListBody({ name, message, options }: FileListValues) {
  return {
    name: name.trim(),
    message,
    options: options.map((entry) => ({
      ...(entry.id === null ? {} : { id: entry.id }),
      name: (entry.name.trim() || entry.file?.name || entry.stored || '').slice(0, 200),
    })),
  };
}
