import type { ContactView } from '@balcao/contract/contacts';
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useContacts } from '../../../../data/contacts/queries.ts';
import { api } from '../../../../platform/api.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useDebounced } from '../../../../platform/use-debounced.ts';
import { PhoneInput } from '../../../../ui/fields/phone-input.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import css from './dialogs.module.css';

export type Chosen = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture'>;

const contactSearchMin = 3;

/** Searches contacts from three characters on, chosen by arrows and Enter or by pointing; or adds one by name and number. */
export function ContactChoice({ start, onChosen }: { start: { name: string; phone: string } | null; onChosen: (contact: Chosen) => void }) {
  const [text, setText] = useState(start?.phone ?? '');
  const [creating, setCreating] = useState(false);
  const rested = useDebounced(text.trim().toLowerCase(), 500);
  const contacts = useContacts({ searchParam: rested }, { enabled: rested.length >= contactSearchMin, keepPrevious: true });
  const found = rested.length >= contactSearchMin ? (contacts.rows ?? []) : [];
  const [shut, setShut] = useState(false);
  const opened = found.length > 0 && !shut;
  const combobox = useCombobox({ opened, onOpenedChange: (open) => setShut(!open) });
  const { resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when others are found, the arrows start at the first again.
  useEffect(() => resetSelectedOption(), [rested, resetSelectedOption]);
  const choose = (id: string) => {
    const contact = found.find((each) => String(each.id) === id);
    if (contact) onChosen(contact);
  };
  if (creating) return <ContactCreation text={text} name={start?.name ?? ''} onCreated={onChosen} onCancel={() => setCreating(false)} />;
  return (
    <div className={css.fields}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            label={t('Contato')}
            description={t('Digite ao menos 3 letras do nome ou dígitos do número.')}
            data-autofocus
            autoFocus
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setShut(false);
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={css.found} aria-label={t('Contatos encontrados')} hidden={!opened}>
          {found.map((contact) => (
            <Combobox.Option key={contact.id} value={String(contact.id)} className={css.contact}>
              <Avatar name={contact.name} picture={contact.urlPicture} size="sm" />
              <span className={css.two}>
                <b>{contact.name}</b>
                <span>{contact.number ? formatPhone(contact.number) : t('Número oculto')}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
      {rested.length >= contactSearchMin && !contacts.loading && found.length === 0 && (
        <p className={css.help} role="status">
          {t('Nenhum contato encontrado. Você pode criar um agora.')}
        </p>
      )}
      <div>
        <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t('Criar contato')}
        </Button>
      </div>
    </div>
  );
}

function ContactCreation({
  text,
  name: givenName,
  onCreated,
  onCancel,
}: {
  text: string;
  name: string;
  onCreated: (contact: Chosen) => void;
  onCancel: () => void;
}) {
  const digits = /^[\d\s()+-]*$/.test(text);
  const [name, setName] = useState(givenName || (digits ? '' : text));
  const [number, setNumber] = useState(digits ? text : '');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const foreign = number.startsWith('+');
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim().length < 2) return setProblem(t('O nome precisa de ao menos 2 letras.'));
    if (number.replace(/\D/g, '').length < 8) return setProblem(t('O número precisa do DDD e de ao menos 8 dígitos.'));
    setBusy(true);
    setProblem(null);
    try {
      onCreated(await api('POST /contacts', { body: { name: name.trim(), number, email: '' } }));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.inline} noValidate onSubmit={(event) => void create(event)}>
      <TextInput
        label={t('Nome')}
        required
        maxLength={50}
        autoFocus={name === ''}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {foreign || number.replace(/\D/g, '').length > 11 ? (
        <TextInput
          label={t('Número')}
          type="tel"
          required
          autoFocus={name !== ''}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      ) : (
        <PhoneInput label={t('Número')} required autoFocus={name !== ''} value={number} onChange={setNumber} />
      )}
      {problem && (
        <p role="alert" className={css.help}>
          {problem}
        </p>
      )}
      <div className={css.row}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('Voltar à busca')}
        </Button>
        <Button size="sm" type="submit" loading={busy}>
          {t('Criar contato')}
        </Button>
      </div>
    </form>
  );
}
