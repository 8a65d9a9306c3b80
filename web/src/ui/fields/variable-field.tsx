import { variableNames } from '@balcao/contract/variables-rules';
import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../platform/i18n.ts';
import { variableWords } from '../text/variable-words.ts';
import css from './variable-field.module.css';

export type VariableFieldProps = {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  error?: React.ReactNode;
  minRows?: number;
};

/** A text to customers, with the variables it may contain: a click inserts one at the caret. */
export function VariableField({ label, description, value, onChange, error, minRows = 2 }: VariableFieldProps) {
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
        {variableNames.map((name) => {
          const { word, hint } = variableWords(name);
          return (
            <button
              key={name}
              type="button"
              title={`{{${name}}}: ${hint}`}
              // Keep the caret where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(`{{${name}}}`)}
            >
              {word}
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
