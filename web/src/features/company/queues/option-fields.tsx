import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useStore } from '../../../platform/store.ts';
import { FileField } from './file-field.tsx';
import { MessageField } from './message-field.tsx';
import css from './option-editor.module.css';
import { removeOptionMedia, uploadOptionMedia } from './option-mutations.ts';
import { type NodeState, nodeState, type Options } from './option-store.ts';
import { changeOption, messageMax, type OptionNode, titleMax } from './option-tree.ts';
import type { Script } from './preview.ts';

export type OptionFieldsProps = { node: OptionNode; options: Options; hasQueue: boolean; about: Script['about'] };

/** The texts and the file of one option, saved while they are written. */
export function OptionFields({ node, options, hasQueue, about }: OptionFieldsProps) {
  const { key, id } = node;
  const state = useStore(options.store);
  const title = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const isNew = id === null && node.title === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened, not when its title is cleared.
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [key]);
  const change = (fields: Partial<Pick<OptionNode, 'title' | 'message'>>) => options.edit((tree) => changeOption(tree, key, fields), key);
  const setMedia = (mediaName: string | null) => options.edit((tree) => changeOption(tree, key, { mediaName, mediaPath: null }));
  const onChoose = async (file: File) => {
    if (id === null) return;
    setShare(0);
    try {
      await uploadOptionMedia(id, file, setShare);
      setMedia(file.name);
    } catch (error) {
      notifyError(error);
    } finally {
      setShare(null);
    }
  };
  const onRemove = async () => {
    if (id === null) return;
    try {
      await removeOptionMedia(id);
      setMedia(null);
    } catch (error) {
      notifyError(error);
    }
  };
  const isBlank = node.title.trim() === '';
  return (
    <div className={css.fields}>
      <TextInput
        ref={title}
        label={t('Título no menu')}
        required
        maxLength={titleMax}
        autoComplete="off"
        value={node.title}
        error={isBlank && !isNew ? t('Escreva um título para salvar a opção.') : null}
        onChange={(event) => change({ title: event.currentTarget.value })}
        // Enter would save the whole queue.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <MessageField
        label={t('Resposta do bot')}
        description={
          node.children.length > 0
            ? t('Vai acima das opções que estão dentro desta.')
            : t('Enviada quando o cliente escolhe esta opção. Depois ele espera por uma pessoa.')
        }
        value={node.message}
        error={node.message.length > messageMax ? t('Muito longo!') : null}
        about={about}
        onChange={(message) => change({ message })}
      />
      <FileField
        label={t('Arquivo')}
        hint={t('Enviado junto com a resposta.')}
        name={node.mediaName}
        href={node.mediaPath}
        share={share}
        blocked={
          id !== null
            ? null
            : hasQueue
              ? t('Escreva o título; depois de salva, a opção recebe arquivos.')
              : t('Salve a fila para anexar arquivos às opções.')
        }
        onChoose={(file) => void onChoose(file)}
        onRemove={() => void onRemove()}
      />
      <NodeNote
        is={nodeState(node, state, hasQueue)}
        error={state.failed.get(key)}
        onRetry={() => void options.flush().catch(notifyError)}
      />
    </div>
  );
}

function NodeNote({ is, error, onRetry }: { is: NodeState; error: unknown; onRetry: () => void }) {
  return (
    <p className={css.note} data-is={is} role="status">
      {noteText(is, error)}
      {is === 'failed' && (
        <Button size="sm" variant="subtle" onClick={onRetry}>
          {t('Tentar de novo')}
        </Button>
      )}
    </p>
  );
}

function noteText(is: NodeState, error: unknown): string {
  switch (is) {
    case 'saved':
      return t('Salvo');
    case 'saving':
    case 'waiting':
      return t('Salvando…');
    case 'untitled':
      return t('Sem título, a opção não é salva nem aparece no menu.');
    case 'draft':
      return t('Salva junto com a fila.');
    case 'failed':
      return t('Não foi salva: {{reason}}', { reason: errorText(error) });
  }
}
