import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useContacts } from '../../../data/contacts/queries.ts';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import css from './merge-choice.module.css';

const searchMin = 3;

/** Chooses the contact to merge with. Both are compared before anything happens. */
export function MergeChoice({
  contactId,
  onChosen,
  onClose,
}: {
  contactId: number;
  onChosen: (otherId: number) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim().toLowerCase(), 300);
  const contacts = useContacts({ searchParam: search }, { enabled: search.length >= searchMin, keepPrevious: true });
  const found = search.length >= searchMin ? contacts.rows?.filter(({ id, isGroup }) => id !== contactId && !isGroup) : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Unir com outro contato')}
      foot={
        <Button variant="default" onClick={onClose}>
          {t('Cancelar')}
        </Button>
      }
    >
      <TextInput
        type="search"
        label={t('Contato')}
        description={t('Digite ao menos 3 letras do nome ou dígitos do número. Antes de unir, você compara os dois.')}
        leftSection={<IconSearch size={16} />}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={css.found} aria-label={t('Contatos encontrados')}>
        {found?.map(({ id, name, number, urlPicture }) => (
          <li key={id}>
            <button type="button" onClick={() => onChosen(id)}>
              <Avatar name={name} picture={urlPicture} size="sm" />
              <span>
                <b>{name}</b>
                <small>{number ? formatPhone(number) : t('Número oculto')}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 && !contacts.loading && <p role="status">{t('Nada encontrado')}</p>}
    </Dialog>
  );
}
