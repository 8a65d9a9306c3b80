import type { ImportView } from '@balcao/contract/imports';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconDownload } from '@tabler/icons-react';
import { isUnderWay, useImportErrors } from '../../../data/imports/queries.ts';
import { codeText } from '../../../platform/code-text.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './import-dialog.module.css';
import { useDownloadErrors } from './mutations.ts';

export type ImportProgressProps = {
  followed: ImportView | undefined;
  /** Opens the contact that has the number of a refused row. */
  onContact: (contactId: number) => void;
  onClose: () => void;
};

/** The progress and result of an import. */
export function ImportProgress({ followed, onContact, onClose }: ImportProgressProps) {
  const running = !followed || isUnderWay(followed);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={followed ? t('Importação de {{name}}', { name: followed.fileName }) : t('Importação')}
      width={640}
      foot={<Button onClick={onClose}>{running ? t('Continuar em segundo plano') : t('Concluir')}</Button>}
    >
      {followed ? <Progress followed={followed} onContact={onContact} /> : <FieldsSkeleton rows={3} label={t('Carregando a importação')} />}
    </Dialog>
  );
}

function Progress({ followed, onContact }: { followed: ImportView } & Pick<ImportProgressProps, 'onContact'>) {
  const { id, status, total, processed, created, duplicates, invalid, error } = followed;
  const running = isUnderWay(followed);
  const refused = duplicates + invalid;
  return (
    <div className={css.stack}>
      {status === 'failed' && (
        <Banner tone="bad" icon={<IconAlertCircle />} urgent>
          {error ? codeText(error) : t('A importação parou antes do fim. O que foi adicionado até ali está na lista.')}
        </Banner>
      )}
      <ProgressBar
        label={
          running
            ? status === 'waiting'
              ? t('Na fila')
              : t('Importando')
            : status === 'done'
              ? t('Importação concluída')
              : t('Importação interrompida')
        }
        share={total ? processed / total : status === 'done' ? 1 : 0}
        detail={total === null ? '' : t('{{done}} de {{total}}', { done: formatNumber(processed), total: formatNumber(total) })}
      />
      <dl className={css.counts}>
        <div>
          <dt>{t('Adicionados')}</dt>
          <dd>{formatNumber(created)}</dd>
        </div>
        <div>
          <dt>{t('Repetidos')}</dt>
          <dd>{formatNumber(duplicates)}</dd>
        </div>
        <div>
          <dt>{t('Com erro')}</dt>
          <dd>{formatNumber(invalid)}</dd>
        </div>
      </dl>
      {!running && refused > 0 && <RefusedRows importId={id} refused={refused} onContact={onContact} />}
      {running && <p className={css.note}>{t('Pode fechar esta janela: a importação continua e o andamento fica nesta página.')}</p>}
    </div>
  );
}

const shownRows = 200;

type RefusedRowsProps = { importId: number; refused: number } & Pick<ImportProgressProps, 'onContact'>;

function RefusedRows({ importId, refused, onContact }: RefusedRowsProps) {
  const { data: rows, error, refetch } = useImportErrors(importId, true);
  const download = useDownloadErrors();
  if (error) return <ErrorState title={t('Não foi possível carregar a lista')} text={errorText(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <ScrollRegion className={css.table} label={t('Linhas que não entraram')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Linha')}</th>
              <th scope="col">{t('Nome')}</th>
              <th scope="col">{t('Número')}</th>
              <th scope="col">{t('Motivo')}</th>
            </tr>
          </thead>
          <tbody>
            {rows?.slice(0, shownRows).map(({ row, name, number, code, contactId }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name}</td>
                <td>{number}</td>
                <td>
                  {codeText(code)}{' '}
                  {contactId !== null && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('Abrir o contato de {{name}}', { name })}
                      onClick={() => onContact(contactId)}
                    >
                      {t('Abrir contato')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {refused > shownRows && <p className={css.note}>{t('As {{n}} primeiras linhas. O arquivo tem todas.', { n: shownRows })}</p>}
      <p className={css.note}>{t('O arquivo traz o motivo de cada linha. Corrija as linhas nele e importe-o de novo.')}</p>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          disabled={!rows}
          onClick={() => rows && download.mutate({ importId, rows }, { onError: (error) => notifyError(error) })}
        >
          {t('Baixar linhas com erro (.xlsx)')}
        </Button>
      </div>
    </>
  );
}
