import { fillVariables, variableNames } from '@balcao/contract/variables-rules';
import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './message-field.module.css';
import type { Script } from './preview.ts';

export type MessageFieldProps = {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  /** Whom and when the variables are filled in for below the field. */
  about: Script['about'];
  error?: React.ReactNode;
  minRows?: number;
};

/** A text to customers, with the variables it may contain: a click puts one where the caret is. */
export function MessageField({ label, description, value, onChange, about, error, minRows = 2 }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const { current } = field;
    const [from, to] = current ? [current.selectionStart, current.selectionEnd] : [value.length, value.length];
    onChange(value.slice(0, from) + variable + value.slice(to));
    window.requestAnimationFrame(() => {
      current?.focus();
      current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const filled = fillVariables(value, about);
  return (
    <div className={css.field}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        autosize
        minRows={minRows}
        maxRows={8}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <fieldset className={css.variables}>
        <legend className="visually-hidden">{t('Variáveis para {{field}}', { field: label })}</legend>
        <span aria-hidden>{t('Inserir:')}</span>
        {variableNames.map((name) => (
          <button
            key={name}
            type="button"
            className={css.variable}
            title={variableHint(name)}
            // The caret stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(`{{${name}}}`)}
          >
            {`{{${name}}}`}
          </button>
        ))}
      </fieldset>
      {filled !== value && (
        <p className={css.filled}>
          <b>{t('Como chega:')}</b> {filled}
        </p>
      )}
    </div>
  );
}

function variableHint(name: (typeof variableNames)[number]): string {
  const hints: Record<typeof name, string> = {
    firstName: t('primeiro nome do cliente'),
    name: t('nome do cliente'),
    greeting: t('bom dia, boa tarde ou boa noite'),
    protocol: t('número do atendimento'),
    date: t('data de hoje'),
    hour: t('hora de agora'),
  };
  return hints[name];
}
