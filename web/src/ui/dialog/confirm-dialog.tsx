import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { createStore, useStore } from '../../platform/store.ts';

// Loaded when something is asked for the first time.
const Dialog = lazyPart(async () => ({ default: (await import('./dialog.tsx')).Dialog }));

export type Question = {
  title: string;
  text: string;
  /** The verb on the button: 'Excluir'. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
};

const asked = createStore<{ question: Question; answer: (yes: boolean) => void } | null>(null);

/** Asks for confirmation. True if the person agrees; closing the dialog counts as no. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

/** Asks before a deletion. `title` names what is deleted: 'Excluir Vendas?'; `more`: what else goes with it, or stays. */
export function confirmDelete(title: string, more = ''): Promise<boolean> {
  return confirm({
    title,
    text: `${t('Deseja realmente excluir este registro?')} ${more}`.trim(),
    confirmLabel: t('Excluir'),
    danger: true,
  });
}

/** Renders the confirmation dialogs; used once, at the top of the app. */
export function ConfirmHost() {
  const open = useStore(asked);
  if (!open) return null;
  const { question, answer } = open;
  return (
    <Suspense>
      <Dialog
        opened
        above
        width={420}
        title={question.title}
        onClose={() => answer(false)}
        foot={
          <>
            <Button variant="default" data-autofocus onClick={() => answer(false)}>
              {question.cancelLabel ?? t('Cancelar')}
            </Button>
            <Button color={question.danger ? 'red' : 'teal'} variant="filled" onClick={() => answer(true)}>
              {question.confirmLabel}
            </Button>
          </>
        }
      >
        {question.text}
      </Dialog>
    </Suspense>
  );
}
