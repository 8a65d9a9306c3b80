import { Button } from '@mantine/core';
import { useMerges } from '../../../data/contacts/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatPhone, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import css from './contact-dialog.module.css';
import { useSplitContacts } from './mutations.ts';

/** The contacts that were merged into this one, each with a button to split it off. Draws nothing if there are none. */
export function MergedContacts({ contactId, onSplit }: { contactId: number; onSplit?: () => void }) {
  const { data } = useMerges(contactId);
  const splitting = useSplitContacts();
  const merges = data?.filter(({ splitAt }) => splitAt === null) ?? [];
  if (merges.length === 0) return null;
  const ask = async (mergeId: number, name: string) => {
    const sure = await confirm({
      title: t('Separar {{name}}?', { name }),
      text: t('Volta a haver dois contatos. O que foi escrito depois fica no atendimento em que foi escrito.'),
      confirmLabel: t('Separar'),
    });
    if (!sure) return;
    splitting.mutate(mergeId, {
      onSuccess: () => {
        toastSuccess(t('Contatos separados.'), toastLife.administration);
        onSplit?.();
      },
      onError: (error) => notifyError(error),
    });
  };
  return (
    <fieldset className={css.extra}>
      <legend>{t('Contatos juntados a este')}</legend>
      {merges.map(({ id, other, cause, user, createdAt }) => (
        <div key={id} className={css.merged}>
          <span>
            <b>{other.name}</b> <span className={css.number}>{other.number ? formatPhone(other.number) : t('Número oculto')}</span>
            {cause === 'channel' && <small>{t('O WhatsApp confirmou que são a mesma pessoa.')}</small>}
            <small>
              {user ? `${user.name} · ` : ''}
              {formatShortDateTime(createdAt)}
            </small>
          </span>
          <Button variant="default" size="sm" loading={splitting.isPending} onClick={() => void ask(id, other.name)}>
            {t('Separar')}
          </Button>
        </div>
      ))}
    </fieldset>
  );
}
