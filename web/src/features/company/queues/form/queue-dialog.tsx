import { useOptions } from '../../../../data/queues/queries.ts';
import { errorText } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { FieldsSkeleton } from '../../../../ui/page/skeleton.tsx';
import { editorWidth, QueueEditor, type QueueEditorProps } from './queue-editor.tsx';

/** Adds or changes a queue with its bot. Mounted while it is open. */
export function QueueDialog(props: Omit<QueueEditorProps, 'rows'>) {
  const { queue, onClose } = props;
  const options = useOptions(queue?.id ?? null);
  if (queue === null) return <QueueEditor {...props} rows={[]} />;
  if (options.data && options.isFetchedAfterMount) return <QueueEditor {...props} rows={options.data} />;
  return (
    <Dialog opened onClose={onClose} title={t('Editar fila')} width={editorWidth}>
      {options.error ? (
        <ErrorState title={t('Não foi possível abrir a fila')} text={errorText(options.error)} onRetry={() => void options.refetch()} />
      ) : (
        <FieldsSkeleton rows={6} label={t('Carregando a fila')} />
      )}
    </Dialog>
  );
}
