import type { ContactDetail } from '@balcao/contract/contacts';
import { Button, Radio } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useContact } from '../../../data/contacts/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatDate, formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastUndo } from '../../../platform/toast.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './compare-dialog.module.css';
import { useMergeContacts, useSplitContacts } from './mutations.ts';

export type CompareDialogProps = {
  contactId: number;
  otherId: number;
  onClose: () => void;
};

/** Two contacts side by side, to see whether they are the same person and merge them. Mounted while it is open. */
export function CompareDialog({ contactId, otherId, onClose }: CompareDialogProps) {
  const one = useContact(contactId);
  const other = useContact(otherId);
  const merge = useMergeContacts();
  const split = useSplitContacts();
  const [keptId, setKeptId] = useState(contactId);
  const error = one.error ?? other.error;
  const goneId = keptId === contactId ? otherId : contactId;
  const join = () =>
    merge.mutate(
      { contactId: keptId, otherId: goneId },
      {
        onSuccess: ({ merge: done }) => {
          toastUndo(
            t('Contatos juntados em {{name}}', { name: (keptId === contactId ? one : other).data?.name ?? '' }),
            t('Desfazer'),
            () => split.mutate(done.id, { onError: (problem) => notifyError(problem) }),
          );
          onClose();
        },
      },
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('É a mesma pessoa?')}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button loading={merge.isPending} disabled={!one.data || !other.data} onClick={join}>
            {t('Juntar contatos')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          title={t('Não foi possível abrir o contato')}
          text={errorText(error)}
          onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
        />
      ) : !one.data || !other.data ? (
        <FieldsSkeleton rows={4} label={t('Carregando o contato')} />
      ) : (
        <div className={css.stack}>
          {merge.error && (
            <Banner tone="bad" icon={<IconAlertCircle />} urgent>
              {errorText(merge.error)}
            </Banner>
          )}
          <div className={css.sides} role="radiogroup" aria-label={t('Qual fica')}>
            {[one.data, other.data].map((contact) => (
              <Side key={contact.id} contact={contact} kept={contact.id === keptId} onKeep={() => setKeptId(contact.id)} />
            ))}
          </div>
          <p className={css.note}>
            {t(
              'O contato que fica recebe os números, as informações, os atendimentos e as mensagens do outro. Dá para desfazer depois, ao editar o contato.',
            )}
          </p>
        </div>
      )}
    </Dialog>
  );
}

function Side({ contact, kept, onKeep }: { contact: ContactDetail; kept: boolean; onKeep: () => void }) {
  return (
    <div className={css.side} data-kept={kept || undefined}>
      <div className={css.person}>
        <Avatar name={contact.name} picture={contact.urlPicture} size="md" />
        <b>{contact.name}</b>
      </div>
      <dl className={css.pairs}>
        <dt>{t('WhatsApp')}</dt>
        <dd>{contact.number ? formatPhone(contact.number) : t('Número oculto')}</dd>
        <dt>{t('E-mail')}</dt>
        <dd>{contact.email || t('sem e-mail')}</dd>
        {contact.whatsapp && (
          <>
            <dt>{t('Conexão')}</dt>
            <dd>{contact.whatsapp.name}</dd>
          </>
        )}
        <dt>{t('Adicionado em')}</dt>
        <dd>{formatDate(contact.createdAt)}</dd>
        {contact.extraInfo.map(({ id, name, value }) => (
          <div key={id} className={css.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Radio name="kept" label={kept ? t('Este fica') : t('Ficar com este')} checked={kept} onChange={onKeep} />
    </div>
  );
}
