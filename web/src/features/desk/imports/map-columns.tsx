import type { AnswerOf } from '@balcao/contract';
import { type ColumnMapping, importFieldsMax } from '@balcao/contract/import-rules';
import type { ImportView } from '@balcao/contract/imports';
import { Button, MultiSelect, Select } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { InPlace } from '../../../ui/list/in-place.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import css from './import-dialog.module.css';
import { useStartImport } from './mutations.ts';

export type MapColumnsProps = {
  sheet: File;
  preview: AnswerOf<'POST /v1/imports/preview'>;
  onOther: () => void;
  onStarted: (started: ImportView) => void;
  onClose: () => void;
};

/** Assigns the columns of the sheet, with its first rows below. */
export function MapColumns({ sheet, preview, onOther, onStarted, onClose }: MapColumnsProps) {
  const start = useStartImport();
  const [mapping, setMapping] = useState<ColumnMapping>(preview.mapping);
  const [sent, setSent] = useState(0);
  /** `lacking`: the hint if a required column is missing. */
  const fields: { field: 'name' | 'number' | 'email'; label: string; lacking: string | null }[] = [
    { field: 'name', label: t('Nome'), lacking: t('Escolha a coluna do nome.') },
    { field: 'number', label: t('Número'), lacking: t('Escolha a coluna do número.') },
    { field: 'email', label: t('E-mail'), lacking: null },
  ];
  const data = preview.columns.map((title, at) => ({ value: String(at), label: title || t('Coluna {{n}}', { n: at + 1 }) }));
  const main: (number | null)[] = [mapping.name, mapping.number, mapping.email];
  const extras = mapping.fields.filter((column) => !main.includes(column));
  const used = [...main, ...extras];
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const begin = () =>
    start.mutateAsync({ sheet, mapping: { ...mapping, fields: extras }, onProgress: setSent }).then(
      (started) => shown.current && started && onStarted(started),
      // If the dialog was closed, it cannot show the error itself.
      (error: unknown) => shown.current || notifyError(error, { title: t('{{name}} não foi importada', { name: sheet.name }) }),
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Importar {{name}}', { name: sheet.name })}
      width={720}
      foot={
        <>
          <Button variant="default" disabled={start.isPending} onClick={onOther}>
            {t('Outra planilha')}
          </Button>
          <Button
            loading={start.isPending}
            disabled={mapping.name === null || mapping.number === null || preview.total === 0}
            onClick={begin}
          >
            {t('Importar {{count}} linhas', { count: preview.total })}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {start.error && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {errorText(start.error)}
          </Banner>
        )}
        <div className={css.columns}>
          {fields.map(({ field, label, lacking }) => (
            <Select
              key={field}
              label={label}
              required={lacking !== null}
              data={data}
              placeholder={t('Nenhuma coluna')}
              clearable={lacking === null}
              allowDeselect={lacking === null}
              value={mapping[field] === null ? null : String(mapping[field])}
              error={mapping[field] === null ? lacking : null}
              onChange={(value) => setMapping({ ...mapping, [field]: value === null ? null : Number(value) })}
            />
          ))}
        </div>
        <MultiSelect
          label={t('Informações adicionais')}
          description={t('Estas colunas ficam no contato, com os seus títulos.')}
          data={data.filter(({ value }) => preview.columns[Number(value)] !== '' && !main.includes(Number(value)))}
          value={extras.map(String)}
          maxValues={importFieldsMax}
          clearable
          onChange={(values) => setMapping({ ...mapping, fields: values.map(Number) })}
        />
        <ScrollRegion className={css.table} label={t('Primeiras linhas da planilha')}>
          <table>
            <thead>
              <tr>
                {data.map(({ value, label }) => (
                  <th key={value} scope="col" data-used={used.includes(Number(value)) || undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <InPlace of={preview.rows}>
                {(row) => (
                  <tr>
                    {data.map(({ value }) => (
                      <td key={value}>{row[Number(value)]}</td>
                    ))}
                  </tr>
                )}
              </InPlace>
            </tbody>
          </table>
        </ScrollRegion>
        {start.isPending && <ProgressBar label={t('Enviando a planilha')} share={sent} />}
      </div>
    </Dialog>
  );
}
