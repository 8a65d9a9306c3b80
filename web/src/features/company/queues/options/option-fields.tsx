import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { useStore } from '../../../../platform/store.ts';
import type { Script } from '../preview/preview.ts';
import { FileField } from './file-field.tsx';
import { MessageField } from './message-field.tsx';
import css from './option-editor.module.css';
import { type NodeState, nodeState, type Options } from './option-store.ts';
import { changeOption, messageMax, type OptionNode, titleMax } from './option-tree.ts';

export type OptionFieldsProps = { node: OptionNode; options: Options; about: Script['about'] };

/** The texts and the file of one option. */
export function OptionFields({ node, options, about }: OptionFieldsProps) {
  const { key, id } = node;
  const state = useStore(options.store);
  const title = useRef<HTMLInputElement>(null);
  const isNew = id === null && node.title === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened, not when its title is cleared.
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [key]);
  const change = (fields: Partial<Omit<OptionNode, 'key' | 'children'>>) => options.edit((tree) => changeOption(tree, key, fields));
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
        onChoose={(file) => change({ newMedia: file, mediaName: file.name, mediaPath: null })}
        onRemove={() => change({ newMedia: id === null ? null : 'none', mediaName: null, mediaPath: null })}
      />
      <p className={css.note} data-is={nodeState(node, state)} role="status">
        {noteText(nodeState(node, state))}
      </p>
    </div>
  );
}

function noteText(is: NodeState): string {
  switch (is) {
    case 'saved':
      return t('Salvo');
    case 'untitled':
      return t('Sem título, a opção não é salva nem aparece no menu.');
    case 'draft':
      return t('Rascunho: o cliente só vê depois de salvar a fila.');
  }
}
