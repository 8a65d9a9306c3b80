import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import css from './edited-value.module.css';

type FieldProps = { value: string; onChange: (value: string) => void };
export type EditedValueProps = {
  label: string;
  value: string;
  /** As it is shown; the value itself by default. */
  children?: ReactNode;
  onSave: (value: string) => Promise<unknown>;
  /** Another field than a line of text. */
  field?: (props: FieldProps) => ReactNode;
  type?: 'text' | 'email' | 'date';
  maxLength?: number;
};

/** A value that is changed in its place: Enter saves, Escape leaves it as it was. What was typed stays when saving fails. */
export function EditedValue({ label, value, children, onSave, field, type = 'text', maxLength = 2000 }: EditedValueProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setDraft(null);
    setProblem(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async () => {
    if (draft === null || busy) return;
    if (draft.trim() === value) return close();
    setBusy(true);
    try {
      await onSave(draft.trim());
      close();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (draft === null) {
    const shown = children ?? (value || <span className={css.empty}>{t('Adicionar')}</span>);
    return (
      <button ref={opener} type="button" className={css.shown} onClick={() => setDraft(value)}>
        <span className="visually-hidden">{t('Editar {{name}}', { name: label })}: </span>
        {shown}
        <IconPencil size={14} aria-hidden />
      </button>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the buttons.
    <span className={css.edit} onKeyDown={onKeyDown}>
      {field ? (
        field({ value: draft, onChange: setDraft })
      ) : (
        <input
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field.
          autoFocus
          type={type}
          className={css.input}
          aria-label={label}
          aria-invalid={problem !== null}
          maxLength={type === 'date' ? undefined : maxLength}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      <IconButton label={t('Salvar')} size="sm" loading={busy} onClick={() => void save()}>
        <IconCheck size={16} />
      </IconButton>
      <IconButton label={t('Cancelar')} size="sm" onClick={close}>
        <IconX size={16} />
      </IconButton>
      {problem && (
        <span role="alert" className={css.problem}>
          {problem}
        </span>
      )}
    </span>
  );
}
