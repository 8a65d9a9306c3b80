import type { ImportView } from '@balcao/contract/imports';
import { useState } from 'react';
import { useImports } from '../../../data/imports/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import type { SheetKind } from './error-sheet.ts';
import { ImportProgress } from './import-progress.tsx';
import { PickSheet } from './pick-sheet.tsx';
import { sheetProblem } from './sheet.ts';

export type SheetImportProps = {
  kind: SheetKind;
  /** A running or finished import; null starts with choosing a spreadsheet. */
  importId: number | null;
  /** Sends the spreadsheet. */
  send: (sheet: File) => Promise<ImportView>;
  onStarted: (started: ImportView) => void;
  onClose: () => void;
};

/** Imports a spreadsheet whose columns are known by their titles: choose the file, follow the progress. Closing does not stop the import. */
export function SheetImport({ kind, importId, send, onStarted, onClose }: SheetImportProps) {
  const { data: imports } = useImports();
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (importId !== null)
    return <ImportProgress followed={imports?.find(({ id }) => id === importId)} onContact={() => undefined} onClose={onClose} />;
  const choose = (sheet: File) => {
    const wrong = sheetProblem(sheet);
    setProblem(wrong);
    if (wrong) return;
    setSending(sheet.name);
    send(sheet).then(onStarted, (error: unknown) => {
      setSending(null);
      setProblem(errorText(error));
    });
  };
  const busy = sending && t('Lendo {{name}}', { name: sending });
  return <PickSheet kind={kind} busy={busy} problem={problem} onPick={choose} onClose={onClose} />;
}
