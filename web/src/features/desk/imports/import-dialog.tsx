import type { ImportView } from '@balcao/contract/imports';
import { useState } from 'react';
import { useImports } from '../../../data/imports/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';
import { usePreviewImport } from './mutations.ts';
import { PickSheet } from './pick-sheet.tsx';
import { sheetProblem } from './sheet.ts';

export type ImportDialogProps = {
  /** A running or finished import; null starts with choosing a spreadsheet. */
  importId: number | null;
  onStarted: (started: ImportView) => void;
  /** Opens the contact that has the number of a refused row. */
  onContact: (contactId: number) => void;
  onClose: () => void;
};

/** Imports contacts from a spreadsheet: choose the file, assign the columns, follow the progress. Closing the dialog does not stop the import. */
export function ImportDialog({ importId, onStarted, onContact, onClose }: ImportDialogProps) {
  const { data: imports } = useImports();
  const preview = usePreviewImport();
  const [sheet, setSheet] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File) => {
    const wrong = sheetProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setSheet(file);
    preview.mutate(file, { onError: (error) => setProblem(errorText(error)) });
  };
  const followed = imports?.find(({ id }) => id === importId);
  if (importId !== null) return <ImportProgress followed={followed} onContact={onContact} onClose={onClose} />;
  if (!sheet || !preview.data || problem)
    return (
      <PickSheet
        kind="contacts"
        busy={preview.isPending ? t('Lendo {{name}}', { name: sheet?.name ?? '' }) : null}
        problem={problem}
        onPick={choose}
        onClose={onClose}
      />
    );
  return (
    <MapColumns
      key={`${sheet.name} ${sheet.lastModified}`}
      sheet={sheet}
      preview={preview.data}
      onOther={() => {
        setSheet(null);
        preview.reset();
      }}
      onStarted={onStarted}
      onClose={onClose}
    />
  );
}
