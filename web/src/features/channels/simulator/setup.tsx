import type { ConnectionView } from '@balcao/contract/connections';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { type Customer, isSame, people } from './people.ts';
import css from './setup.module.css';

export type SetupProps = {
  connections: readonly ConnectionView[];
  connection: ConnectionView;
  customer: Customer;
  keepUnread: boolean;
  onConnection: (whatsappId: number) => void;
  onCustomer: (customer: Customer) => void;
  onKeepUnread: (keep: boolean) => void;
};

/** Chooses the connection, the customer, and whether the customer reads the answers. */
export function Setup({ connections, connection, customer, keepUnread, onConnection, onCustomer, onKeepUnread }: SetupProps) {
  const isOther = !people.some((person) => isSame(person, customer));
  return (
    <div className={css.setup}>
      {connections.length > 1 && (
        <Select
          label={t('Conexão')}
          allowDeselect={false}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(connection.id)}
          onChange={(id) => id && onConnection(Number(id))}
        />
      )}
      <fieldset className={css.people}>
        <legend>{t('Quem escreve')}</legend>
        {(isOther ? [customer, ...people] : people).map((person) => (
          <button
            key={`${person.number} ${person.group ?? ''}`}
            type="button"
            className={css.person}
            aria-pressed={isSame(person, customer)}
            onClick={() => onCustomer(person)}
          >
            <Avatar name={person.name} size="sm" />
            <span>
              {person.name}
              <span>{person.group ? t('no grupo {{name}}', { name: person.group }) : formatPhone(person.number)}</span>
            </span>
          </button>
        ))}
      </fieldset>
      <OtherCustomer onCustomer={onCustomer} />
      <Switch
        label={t('Deixar as respostas sem ler')}
        description={t('Elas ficam como entregues, para ver os sinais de leitura em Atendimentos.')}
        checked={keepUnread}
        onChange={(event) => onKeepUnread(event.currentTarget.checked)}
      />
    </div>
  );
}

function OtherCustomer({ onCustomer }: { onCustomer: (customer: Customer) => void }) {
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const digits = withCountry(number);
  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || !digits) return;
    onCustomer({ name: name.trim(), number: digits });
    setName('');
    setNumber('');
    setTried(false);
  };
  return (
    <form className={css.other} noValidate onSubmit={choose}>
      <TextInput
        label={t('Outro cliente')}
        placeholder={t('Nome')}
        maxLength={50}
        value={name}
        error={tried && !name.trim() ? t('Obrigatório') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        aria-label={t('Número do outro cliente')}
        placeholder="+55 48 90555-0101"
        type="tel"
        maxLength={20}
        value={number}
        error={tried && !digits ? t('Use DDD e número, ou + e o código do país.') : null}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('Usar este cliente')}
      </Button>
    </form>
  );
}

/** The digits with country code; null unless it can be a number. Ten or eleven digits without a plus sign are Brazilian. */
export function withCountry(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  const full = !typed.trim().startsWith('+') && (digits.length === 10 || digits.length === 11) ? `55${digits}` : digits;
  return full.length >= 10 && full.length <= 15 ? full : null;
}
