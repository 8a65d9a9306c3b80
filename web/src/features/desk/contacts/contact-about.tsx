import type { ContactDetail } from '@balcao/contract/contacts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconCake, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useContact } from '../../../data/contacts/queries.ts';
import { useNow } from '../../../platform/clock.ts';
import { notifyError } from '../../../platform/errors.ts';
import { locale, t } from '../../../platform/i18n.ts';
import { Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import css from './contact-about.module.css';
import { EditedValue } from './edited-value.tsx';
import { useContactAbout } from './mutations.ts';

const languages = ['pt-BR', 'pt-PT', 'es', 'en', 'fr', 'it', 'de', 'nl', 'pl', 'ru', 'uk', 'ar', 'he', 'zh', 'ja', 'ko'];

/** As high as the fields that a person always has. */
const heightOfFields = 'calc(9px + 4 * var(--h-sm))';

/** E-mail, language, birthday and extra fields of a contact, each changed in its place. */
export function ContactAbout({ contactId }: { contactId: number }) {
  const { data: contact } = useContact(contactId);
  return (
    <Section title={t('Dados')} remember="contact-data">
      {contact ? <Fields contact={contact} /> : <Skeleton height={heightOfFields} />}
    </Section>
  );
}

function Fields({ contact: { id, email, language, birthday, isGroup, extraInfo } }: { contact: ContactDetail }) {
  const { change, saveField } = useContactAbout(id);
  const now = useNow(60_000);
  return (
    <>
      <dl className={css.pairs}>
        <Pair name={t('E-mail')}>
          <EditedValue label={t('E-mail')} type="email" maxLength={254} value={email} onSave={(value) => change({ email: value })}>
            {email ? <Email address={email} /> : undefined}
          </EditedValue>
        </Pair>
        <Pair name={t('Idioma')}>
          <EditedValue
            label={t('Idioma')}
            value={language}
            onSave={(value) => change({ language: value })}
            field={({ value, onChange }) => (
              <NativeSelect
                size="xs"
                className={css.grow}
                data-autofocus
                aria-label={t('Idioma')}
                value={value}
                data={[{ value: '', label: t('Não sei') }, ...withOwn(language).map((tag) => ({ value: tag, label: languageName(tag) }))]}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            )}
          >
            {language ? languageName(language) : undefined}
          </EditedValue>
        </Pair>
        {!isGroup && (
          <Pair name={t('Aniversário')}>
            <EditedValue label={t('Aniversário')} type="date" value={birthday ?? ''} onSave={(value) => change({ birthday: value })}>
              {birthday ? <Birthday day={birthday} now={now} /> : undefined}
            </EditedValue>
          </Pair>
        )}
        {extraInfo.map((info) => (
          <Pair key={info.id} name={info.name}>
            <EditedValue label={info.name} value={info.value} onSave={(value) => saveField({ id: info.id, name: info.name, value })} />
          </Pair>
        ))}
      </dl>
      <NewField onAdd={saveField} />
    </>
  );
}

function Birthday({ day, now }: { day: string; now: number }) {
  const today = new Date(now);
  const [, month, date] = day.split('-').map(Number);
  const isToday = today.getMonth() + 1 === month && today.getDate() === date;
  const shown = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <span className={css.birthday}>
      {shown.format(new Date(`${day}T00:00:00Z`))}
      {isToday && (
        <span className={css.today}>
          <IconCake size={14} aria-hidden />
          {t('É hoje')}
        </span>
      )}
    </span>
  );
}

function NewField({ onAdd }: { onAdd: (field: { name: string; value: string }) => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '' || value.trim() === '') return;
    setBusy(true);
    try {
      await onAdd({ name: name.trim(), value: value.trim() });
      setName('');
      setValue('');
      setOpen(false);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  if (!open) {
    return (
      <button type="button" className={css.add} onClick={() => setOpen(true)}>
        <IconPlus size={14} aria-hidden />
        {t('Adicionar campo')}
      </button>
    );
  }
  return (
    <form className={css.form} onSubmit={(event) => void add(event)}>
      <TextInput
        size="xs"
        data-autofocus
        label={t('Nome do campo')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput size="xs" label={t('Valor')} maxLength={2000} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <div className={css.row}>
        <button type="submit" className={css.add} disabled={busy}>
          {t('Salvar')}
        </button>
        <button type="button" className={css.add} onClick={() => setOpen(false)}>
          {t('Cancelar')}
        </button>
      </div>
    </form>
  );
}

function Pair({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function withOwn(language: ContactDetail['language']): string[] {
  return language === '' || languages.includes(language) ? languages : [language, ...languages];
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Where it does not fit into one line, it goes on below after the @. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
