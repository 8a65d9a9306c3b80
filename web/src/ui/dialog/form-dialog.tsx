import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { Banner } from '../page/banner.tsx';
import { confirmOverwrite, ElsewhereBanner, useChangedElsewhere } from './changed-elsewhere.tsx';
import { confirm } from './confirm-dialog.tsx';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { type FieldOfCode, focusFirstError, useServerErrors } from './server-errors.ts';

export type FormDialogProps<Values extends Record<string, unknown>> = {
  opened: boolean;
  /** Closes the dialog; called after a save, and when the person leaves. If something was changed, they are asked first. */
  onClose: () => void;
  title: string;
  form: UseFormReturnType<Values>;
  /** The record as it is now, in the form's shape; null once it is deleted. Left out if there is none yet. */
  now?: Values | null | undefined;
  /** Saves. Errors it throws are shown at their fields, and the rest above the form. */
  onSave: (values: Values) => Promise<unknown>;
  fieldOfCode?: FieldOfCode<Values>;
  /** Null: there is nothing to save, the dialog is only read. */
  saveLabel?: string | null;
  width?: number;
  children: ReactNode;
};

/** A form in a dialog: errors at their fields, a question before changes are discarded, one save at a time, and no silent overwriting of another person's changes. */
export function FormDialog<Values extends Record<string, unknown>>({
  opened,
  onClose,
  title,
  form,
  now,
  onSave,
  fieldOfCode,
  saveLabel,
  width,
  children,
}: FormDialogProps<Values>) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useLeaveGuard(opened, () => form.isDirty());
  const serverErrors = useServerErrors(form);
  const elsewhere = useChangedElsewhere(form, now, saving);
  const gone = elsewhere.state === 'gone';

  const leave = async () => {
    if (saving) return;
    if (form.isDirty() && !gone && !(await confirmDiscard())) return;
    setProblem(null);
    serverErrors.forget();
    onClose();
  };
  const save = async () => {
    if (saving || gone) return;
    if (elsewhere.state === 'against' && !(await confirmOverwrite())) return;
    elsewhere.keep();
    setSaving(true);
    setProblem(null);
    serverErrors.forget();
    try {
      await onSave(form.getValues());
    } catch (error) {
      // Before what was refused is shown: whoever saves again as soon as they see it is heard.
      setSaving(false);
      setProblem(serverErrors.place(error, fieldOfCode) ? null : errorText(error));
      return;
    }
    onClose();
    setSaving(false);
  };
  return (
    <Dialog opened={opened} onClose={() => void leave()} title={title} {...(width ? { width } : {})} flush>
      <form noValidate onSubmit={form.onSubmit(() => void save(), focusFirstError)}>
        <div className={css.inside}>
          {elsewhere.state !== 'none' && (
            <div className={css.problem}>
              <ElsewhereBanner {...elsewhere} />
            </div>
          )}
          {problem && (
            <div className={css.problem}>
              <Banner tone="bad" icon={<IconAlertCircle />} urgent>
                {problem}
              </Banner>
            </div>
          )}
          <div className={css.fields}>{children}</div>
        </div>
        <div className={css.foot}>
          <Button variant="default" onClick={() => void leave()}>
            {gone || saveLabel === null ? t('Fechar') : t('Cancelar')}
          </Button>
          {saveLabel !== null && (
            <Button type="submit" loading={saving} disabled={gone}>
              {saveLabel ?? t('Salvar')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Asks whether to discard changes. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('Descartar alterações?'),
    text: t('O que você mudou ainda não foi salvo.'),
    confirmLabel: t('Descartar'),
    cancelLabel: t('Continuar editando'),
    danger: true,
  });
}

/** Makes the browser ask before the page is left while `changed()`. */
export function useLeaveGuard(active: boolean, changed: () => boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => changed() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
}
