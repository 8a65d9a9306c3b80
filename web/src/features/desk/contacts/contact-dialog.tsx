import type { ContactDetail } from '@balcao/contract/contacts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useContact } from '../../../data/contacts/queries.ts';
import { ApiError } from '../../../platform/api.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { useUser } from '../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirmDiscard, FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { LoadingDialog } from '../../../ui/dialog/loading-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import css from './contact-dialog.module.css';
import { type ContactValues, contactRules, contactValues, newContactValues } from './contact-form.ts';
import { maskNumber } from './contact-number.ts';
import { MergedContacts } from './merged-contacts.tsx';
import { useSaveContact } from './mutations.ts';
import { SamePerson } from './same-person.tsx';

export type ContactDialogProps = {
  /** Null adds a contact. */
  contactId: number | null;
  /** What is already known of a new contact. The number in digits, with country code. */
  known?: { name?: string; number?: string };
  onClose: () => void;
};

/** Adds or changes a contact. Mounted while it is open. */
export function ContactDialog({ contactId: wantedId, known, onClose }: ContactDialogProps) {
  // The number that was typed may be another contact's, which is opened instead.
  const [contactId, setContactId] = useState(wantedId);
  const contact = useContact(contactId);
  const ready = contactId === null || contact.data !== undefined;
  if (ready)
    return (
      <ContactForm
        key={contactId ?? 'new'}
        contact={contact.data ?? null}
        now={recordNow(contact, contactValues)}
        known={known}
        onOther={setContactId}
        onClose={onClose}
      />
    );
  return (
    <LoadingDialog
      title={t('Editar contato')}
      onClose={onClose}
      error={contact.error}
      retry={() => void contact.refetch()}
      errorTitle={t('Não foi possível abrir o contato')}
      label={t('Carregando o contato')}
    />
  );
}

type ContactFormProps = {
  contact: ContactDetail | null;
  now: ContactValues | null | undefined;
  known: ContactDialogProps['known'];
  onOther: (contactId: number) => void;
  onClose: () => void;
};

function ContactForm({ contact, now, known, onOther, onClose }: ContactFormProps) {
  const save = useSaveContact();
  const mayMerge = useUser().profile !== 'user';
  const [otherId, setOtherId] = useState<number | null>(null);
  const [ownerId, setOwnerId] = useState<number | null>(null);
  const form = useForm<ContactValues>({
    initialValues: contact ? contactValues(contact) : newContactValues(known),
    validate: contactRules(contact !== null && (contact.isGroup || contact.number === '')),
    validateInputOnBlur: true,
  });
  const onSave = async (values: ContactValues) => {
    setOwnerId(null);
    await save.mutateAsync({ contactId: contact?.id ?? null, values }).catch((error: unknown) => {
      setOwnerId(ownerOfNumber(error));
      throw error;
    });
    toastSuccess(contact ? t('Contato editado com sucesso.') : t('Contato adicionado com sucesso.'), toastLife.administration);
  };
  const compare = async (id: number) => {
    if (!form.isDirty() || (await confirmDiscard())) setOtherId(id);
  };
  const open = async (id: number) => {
    if (await confirmDiscard()) onOther(id);
  };
  if (contact && otherId !== null) return <CompareDialog contactId={contact.id} otherId={otherId} onClose={onClose} />;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={contact ? t('Editar contato') : t('Adicionar contato')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{
        ERR_DUPLICATED_CONTACT: 'number',
        ERR_INVALID_NUMBER: 'number',
        ERR_WAPP_INVALID_CONTACT: 'number',
        ERR_WAPP_CHECK_CONTACT: 'number',
      }}
      saveLabel={contact ? t('Salvar') : t('Adicionar')}
    >
      {contact && mayMerge && <SamePerson contactId={contact.id} onCompare={(id) => void compare(id)} />}
      <TextInput label={t('Nome')} required data-autofocus maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
      {!contact?.isGroup && (
        <TextInput
          label={t('Número do WhatsApp')}
          description={t('Com DDD. Para números de fora do Brasil, comece com + e o código do país.')}
          required={contact?.number !== ''}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(99) 99999-9999"
          {...form.getInputProps('number')}
          onChange={(event) => {
            setOwnerId(null);
            form.setFieldValue('number', maskNumber(event.currentTarget.value));
          }}
        />
      )}
      {/* Not tied to the error, which goes when the field loses the focus, as it does by a press on this button. */}
      {ownerId !== null && (
        <Button variant="default" size="sm" onClick={() => void open(ownerId)}>
          {t('Abrir o contato que tem este número')}
        </Button>
      )}
      <TextInput label={t('E-mail')} type="email" autoComplete="off" {...form.getInputProps('email')} />
      <fieldset className={css.extra}>
        <legend>{t('Informações adicionais')}</legend>
        {form.values.extraInfo.map((row, index) => (
          <div key={row.key} className={css.row}>
            <TextInput
              aria-label={t('Nome do campo {{n}}', { n: index + 1 })}
              placeholder={t('Nome do campo')}
              {...form.getInputProps(`extraInfo.${index}.name`)}
            />
            <TextInput
              aria-label={t('Valor do campo {{n}}', { n: index + 1 })}
              placeholder={t('Valor')}
              {...form.getInputProps(`extraInfo.${index}.value`)}
            />
            <IconButton label={t('Remover campo {{n}}', { n: index + 1 })} onClick={() => form.removeListItem('extraInfo', index)}>
              <IconTrash size={18} />
            </IconButton>
          </div>
        ))}
        {form.values.extraInfo.length < 50 && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.insertListItem('extraInfo', { key: newIdempotencyKey(), name: '', value: '' })}
          >
            {t('Adicionar informação')}
          </Button>
        )}
      </fieldset>
      {contact && mayMerge && <MergedContacts contactId={contact.id} onSplit={onClose} />}
    </FormDialog>
  );
}

/** The contact that has the number already, if that is why it was not saved. */
function ownerOfNumber(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'ERR_DUPLICATED_CONTACT') return null;
  const { contactId } = error.details;
  return typeof contactId === 'number' ? contactId : null;
}
