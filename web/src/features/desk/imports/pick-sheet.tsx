import { Button } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconTableImport } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FilePicker } from '../../../ui/fields/file-picker.tsx';
import { Spinner } from '../../../ui/marks/spinner.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import type { SheetKind } from './error-sheet.ts';
import css from './import-dialog.module.css';
import { useDownloadTemplate } from './mutations.ts';

export type PickSheetProps = {
  kind: SheetKind;
  /** What is being done with the chosen file. */
  busy: string | null;
  problem: string | null;
  onPick: (file: File) => void;
  onClose: () => void;
};

/** The area to choose or drop a spreadsheet. */
export function PickSheet({ kind, busy, problem, onPick, onClose }: PickSheetProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const template = useDownloadTemplate(kind);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onPick(file);
  };
  return (
    <Dialog opened onClose={onClose} title={t('Importar planilha')} width={560}>
      <div className={css.stack}>
        {problem && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {problem}
          </Banner>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same from the keyboard. */}
        <div
          className={css.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          {busy ? (
            <>
              <Spinner size="sm" />
              <span role="status">{busy}</span>
            </>
          ) : (
            <>
              <IconTableImport size={32} aria-hidden />
              <b>{t('Solte a planilha aqui')}</b>
              <Button onClick={() => picker.current?.click()}>{t('Escolher planilha')}</Button>
            </>
          )}
        </div>
        <p className={css.note}>{columnsText(kind)}</p>
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} />}
            loading={template.isPending}
            onClick={() => template.mutate(undefined, { onError: (error) => notifyError(error) })}
          >
            {t('Baixar modelo (.xlsx)')}
          </Button>
        </div>
        <FilePicker ref={picker} accept=".xlsx,.xls,.csv" onFiles={([file]) => file && onPick(file)} />
      </div>
    </Dialog>
  );
}

/** Which columns the sheet needs, and what becomes of the others. */
function columnsText(kind: SheetKind): string {
  switch (kind) {
    case 'contacts':
      return t(
        'A primeira linha deve ter os títulos das colunas. É preciso haver uma com o nome e uma com o número, com DDD; o e-mail é opcional, e outras colunas podem virar informações adicionais. Formatos: .xlsx, .xls e .csv.',
      );
    case 'list':
      return t(
        'A primeira linha deve ter os títulos das colunas. É preciso haver uma com o nome e uma com o número, com DDD; o e-mail é opcional, e outras colunas são ignoradas. Formatos: .xlsx, .xls e .csv.',
      );
    case 'consents':
      return t(
        'A primeira linha deve ter os títulos das colunas. É preciso haver uma com o número, com DDD. A do estado diz “out” para quem saiu e “in” para quem voltou; sem ela, todos saíram. A das palavras diz o que a pessoa disse. Formatos: .xlsx, .xls e .csv.',
      );
  }
}
