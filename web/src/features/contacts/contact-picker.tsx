import type { ContactView } from '@balcao/contract/contacts';
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { errorText } from '../../platform/errors.ts';
import { formatPhone } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { pickerMin, usePickerContacts } from './queries.ts';

export type ContactPickerProps = {
  label: string;
  value: ContactView | null;
  onChange: (contact: ContactView | null) => void;
  /** Offers to add a contact with what was typed. */
  onCreate?: (typed: string) => void;
  error?: ReactNode;
  autoFocus?: boolean;
};

/** Finds a contact by name or number, from the third letter on. */
export function ContactPicker({ label, value, onChange, onCreate, error, autoFocus }: ContactPickerProps) {
  const [typed, setTyped] = useState('');
  const found = usePickerContacts(value ? '' : typed);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const hint = useId();
  const enough = typed.trim().length >= pickerMin;
  const choose = (chosen: string) => {
    if (chosen === 'new') onCreate?.(typed.trim());
    else onChange(found.contacts?.find(({ id }) => String(id) === chosen) ?? null);
    setTyped('');
    box.closeDropdown();
  };
  const say = () => {
    if (!enough) return t('Digite ao menos {{n}} letras do nome ou números do telefone.', { n: pickerMin });
    if (found.error) return errorText(found.error);
    return found.searching ? t('Buscando…') : t('Nenhum contato encontrado.');
  };
  return (
    <Combobox store={box} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          error={error}
          data-autofocus={autoFocus || undefined}
          placeholder={t('Nome ou número')}
          value={value ? contactText(value) : typed}
          readOnly={value !== null}
          aria-describedby={hint}
          leftSection={<IconSearch size={18} color="var(--text-3)" />}
          rightSection={value || typed ? <CloseButton size="sm" aria-label={t('Limpar contato')} onClick={() => (value ? onChange(null) : setTyped(''))} /> : null}
          rightSectionPointerEvents="all"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onFocus={() => !value && box.openDropdown()}
          onClick={() => !value && box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={value !== null}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {enough &&
            found.contacts?.map((contact) => (
              <Combobox.Option key={contact.id} value={String(contact.id)}>
                <TwoLines
                  before={<Avatar name={contact.name} picture={contact.profilePicUrl} size="sm" />}
                  first={contact.name}
                  second={formatPhone(contact.number)}
                />
              </Combobox.Option>
            ))}
          {(!enough || !found.contacts?.length) && <Combobox.Empty id={hint}>{say()}</Combobox.Empty>}
          {onCreate && enough && !found.searching && (
            <Combobox.Option value="new">
              <TwoLines before={<IconPlus size={18} />} first={t('Adicionar “{{typed}}”', { typed: typed.trim() })} />
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function contactText(contact: ContactView): string {
  return contact.number ? `${contact.name} · ${formatPhone(contact.number)}` : contact.name;
}
