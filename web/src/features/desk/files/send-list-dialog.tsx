import type { FileListView } from '@balcao/contract/files';
import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { useFileList, useFileLists } from '../../../data/files/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatBytes } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FoundList } from '../../../ui/list/found-list.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { useSendFileList } from './mutations.ts';
import css from './send-list-dialog.module.css';

/** Chooses a file list, shows what will be sent, and sends it. Mounted while it is open. */
export function SendListDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const [chosen, setChosen] = useState<FileListView | null>(null);
  return chosen ? (
    <Confirm ticketId={ticketId} list={chosen} onBack={() => setChosen(null)} onClose={onClose} />
  ) : (
    <Dialog opened onClose={onClose} title={t('Enviar lista de arquivos')} width={520}>
      <Choose onChoose={setChosen} />
    </Dialog>
  );
}

function Choose({ onChoose }: { onChoose: (list: FileListView) => void }) {
  const [search, setSearch] = useState('');
  const list = useFileLists(search);
  return (
    <div className={css.stack}>
      <FoundList
        search={search}
        onSearch={setSearch}
        list={list}
        searchLabel={t('Buscar lista')}
        loadingLabel={t('Carregando as listas')}
        failedTitle={t('Não foi possível carregar as listas')}
        empty={
          <EmptyState art={<IconFiles />} title={search ? t('Nenhuma lista encontrada') : t('Nenhuma lista de arquivos')}>
            {search
              ? t('Nenhuma lista tem este nome.')
              : t('Em Lista de arquivos você junta os arquivos que sempre envia, como catálogo e tabela.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((each) => (
              <li key={each.id}>
                <button type="button" className={css.choice} onClick={() => onChoose(each)}>
                  <b>{each.name}</b>
                  <span>{each.message}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </FoundList>
    </div>
  );
}

type ConfirmProps = { ticketId: number; list: FileListView; onBack: () => void; onClose: () => void };

function Confirm({ ticketId, list, onBack, onClose }: ConfirmProps) {
  const detail = useFileList(list.id);
  const sending = useSendFileList();
  // Clicking again after a lost answer sends nothing twice.
  const [key] = useState(() => newIdempotencyKey());
  const files = (detail.data?.options ?? []).filter(({ path }) => path !== '');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Enviar {{name}}', { name: list.name })}
      width={520}
      foot={
        <>
          <Button variant="default" disabled={sending.isPending} onClick={onBack}>
            {t('Voltar')}
          </Button>
          <Button
            data-autofocus
            loading={sending.isPending}
            disabled={files.length === 0}
            onClick={() => sending.mutate({ ticketId, fileListId: list.id, key }, { onSuccess: onClose })}
          >
            {t('Enviar')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {sending.error && <Banner tone="bad">{errorText(sending.error)}</Banner>}
        {detail.error && !detail.data ? (
          <ErrorState title={t('Não foi possível abrir a lista')} text={errorText(detail.error)} onRetry={() => void detail.refetch()} />
        ) : !detail.data ? (
          <FieldsSkeleton rows={3} label={t('Carregando a lista')} />
        ) : files.length === 0 ? (
          <Banner tone="warn">{t('Esta lista não tem arquivos ainda.')}</Banner>
        ) : (
          <>
            <RichText text={detail.data.message} />
            <ul className={css.list} aria-label={t('Arquivos')}>
              {files.map(({ id, path, size }) => (
                <li key={id} className={css.file}>
                  <span>{path}</span>
                  {size !== null && <small>{formatBytes(size)}</small>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
