import { mediaMaxBytes } from '@balcao/contract/media-rules';
import { repeats } from '@balcao/contract/recurrence-rules';
import { fillVariables } from '@balcao/contract/variables-rules';
import { Input, MultiSelect, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Suspense, useState } from 'react';
import { useConnections } from '../../../data/connections/queries.ts';
import { useContacts } from '../../../data/contacts/queries.ts';
import { useFileListChoices } from '../../../data/files/queries.ts';
import type { RenderTemplateField } from '../../../data/templates/choosing.ts';
import { now as clockNow } from '../../../platform/clock.ts';
import { t } from '../../../platform/i18n.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { AttachmentField, tooLarge } from '../../../ui/fields/attachment-field.tsx';
import { VariableField } from '../../../ui/fields/variable-field.tsx';
import { capital, format, plusDays } from './calendar-days.ts';
import css from './schedule-dialog.module.css';
import { momentIn, type ScheduleValues } from './schedule-form.ts';

export type ScheduleFieldsProps = {
  form: UseFormReturnType<ScheduleValues>;
  timeZone: string;
  /** Whose names are known from the beginning. */
  contacts: readonly { id: number; name: string }[];
  /** One contact only. */
  single: boolean;
  /** The list of files that is chosen already. */
  fileList: { id: number; name: string } | null;
  renderTemplate: RenderTemplateField;
};

const contactsMax = 20;

export function ScheduleFields({ form, timeZone, contacts, single, fileList, renderTemplate }: ScheduleFieldsProps) {
  const { values } = form;
  const { data: connections = [] } = useConnections();
  const fileLists = useFileListChoices(fileList);
  const [names, setNames] = useState(new Map(contacts.map(({ id, name }) => [String(id), name])));
  const firstName = names.get(values.contactIds[0] ?? '');
  const official = connections.some(({ id, channel }) => String(id) === values.whatsappId && channel === 'whatsapp_cloud');
  const about = {
    contactName: firstName ?? t('Cliente'),
    protocol: '20261121-482',
    at: momentIn(values, timeZone) ?? new Date(clockNow()),
    timeZone,
  };
  return (
    <>
      <ContactsField
        names={names}
        value={values.contactIds}
        max={single ? 1 : contactsMax}
        error={form.errors.contactIds}
        onName={(id, name) => setNames((known) => new Map(known).set(id, name))}
        onChange={(ids) => form.setFieldValue('contactIds', ids)}
      />
      <div className={css.when}>
        <TextInput label={t('Dia')} type="date" required {...form.getInputProps('day')} />
        <TextInput
          label={t('Hora')}
          type="time"
          required
          description={differentZone(timeZone) ? t('No fuso {{zone}}', { zone: timeZone }) : undefined}
          {...form.getInputProps('clock')}
        />
        <Select
          className={css.connection ?? ''}
          label={t('Conexão')}
          placeholder={t('A que estiver no ar')}
          clearable
          clearButtonProps={{ 'aria-label': t('Usar a que estiver no ar') }}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('whatsappId')}
          onChange={(whatsappId) => form.setValues({ whatsappId, ...(whatsappId !== values.whatsappId && { template: null }) })}
        />
      </div>
      <RepeatFields form={form} />
      <VariableField label={t('Mensagem')} minRows={3} {...form.getInputProps('body')} value={values.body} />
      <div className={css.attached}>
        <AttachmentField form={form} label={t('Imagem')} chooseLabel={t('Anexar imagem')} accept={pictures} problemOf={pictureProblem} />
        <Select
          label={t('Lista de arquivos')}
          placeholder={t('Nenhuma')}
          clearable
          clearButtonProps={{ 'aria-label': t('Tirar a lista de arquivos') }}
          {...fileLists}
          {...form.getInputProps('fileListId')}
        />
      </div>
      {values.body.trim() !== '' && (
        <div className={css.preview}>
          <span>{firstName ? t('{{name}} recebe', { name: firstName }) : t('O cliente recebe')}</span>
          <p>{fillVariables(values.body, about)}</p>
        </div>
      )}
      {official && values.whatsappId !== null && (
        <Suspense fallback={null}>
          {renderTemplate({
            whatsappId: Number(values.whatsappId),
            value: values.template,
            onChange: (template) => form.setFieldValue('template', template),
            description: t('Vai no lugar da mensagem se a janela de 24 horas estiver fechada na hora.'),
            nameVariable: '{{firstName}}',
            hint: t('Use {{name}} e outras variáveis de texto.', { name: '{{firstName}}' }),
            fill: (value) => fillVariables(value, about),
            error: form.errors.template,
          })}
        </Suspense>
      )}
      <div className={css.switches}>
        <Switch label={t('Não enviar se o cliente escrever antes')} {...form.getInputProps('cancelIfAnswered', { type: 'checkbox' })} />
        <Switch label={t('Abrir um atendimento ao enviar')} {...form.getInputProps('openTicket', { type: 'checkbox' })} />
      </div>
    </>
  );
}

type ContactsFieldProps = {
  names: ReadonlyMap<string, string>;
  value: readonly string[];
  max: number;
  error: React.ReactNode;
  onName: (id: string, name: string) => void;
  onChange: (ids: string[]) => void;
};

/** Contacts by name, found while typing. */
function ContactsField({ names, value, max, error, onName, onChange }: ContactsFieldProps) {
  const [text, setText] = useState('');
  const rested = useDebounced(text.trim().toLowerCase(), 500);
  const found = useContacts({ searchParam: rested }, { keepPrevious: true });
  const options = new Map([...value].map((id) => [id, names.get(id) ?? id]));
  for (const { id, name } of found.rows ?? []) options.set(String(id), name);
  return (
    <MultiSelect
      label={t('Para')}
      required
      data-autofocus={value.length === 0 || undefined}
      placeholder={value.length === 0 ? t('Nome ou número do contato') : max > 1 ? t('mais alguém…') : ''}
      searchable
      searchValue={text}
      onSearchChange={setText}
      maxValues={max}
      hidePickedOptions
      clearSearchOnChange
      filter={({ options: all }) => all}
      nothingFoundMessage={found.loading ? t('Procurando…') : t('Nenhum contato encontrado.')}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={[...value]}
      onChange={(ids) => {
        for (const id of ids) onName(id, options.get(id) ?? id);
        onChange(ids);
      }}
      error={error}
    />
  );
}

function RepeatFields({ form }: { form: UseFormReturnType<ScheduleValues> }) {
  const { repeat, repeatDays } = form.values;
  const words = { none: t('Não'), day: t('Dia'), week: t('Semana'), month: t('Mês') };
  return (
    <Input.Wrapper label={t('Repetir')} labelElement="div" error={form.errors.repeatUntil}>
      <div className={css.repeat}>
        <SegmentedControl
          aria-label={t('Repetir')}
          data={repeats.map((value) => ({ value, label: words[value] }))}
          value={repeat}
          onChange={(value) => form.setFieldValue('repeat', value as ScheduleValues['repeat'])}
        />
        {repeat === 'week' && (
          <fieldset className={css.weekdays}>
            <legend className="visually-hidden">{t('Dias da semana')}</legend>
            {[0, 1, 2, 3, 4, 5, 6].map((day) => {
              // A week that begins on a Sunday.
              const name = format(plusDays('2026-11-22', day), { weekday: 'long' });
              const pressed = repeatDays.includes(day);
              return (
                <button
                  key={day}
                  type="button"
                  aria-pressed={pressed}
                  aria-label={name}
                  onClick={() =>
                    form.setFieldValue('repeatDays', pressed ? repeatDays.filter((other) => other !== day) : [...repeatDays, day])
                  }
                >
                  {capital(name).charAt(0)}
                </button>
              );
            })}
          </fieldset>
        )}
        {repeat !== 'none' && (
          <div className={css.until}>
            {t('até')}
            <TextInput
              type="date"
              aria-label={t('Último dia')}
              {...form.getInputProps('repeatUntil')}
              error={Boolean(form.errors.repeatUntil)}
            />
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}

const pictures = '.png,.jpg,.jpeg';

function pictureProblem(file: File): string | null {
  return /\.(png|jpe?g)$/i.test(file.name) ? tooLarge(file, mediaMaxBytes.image) : t('Só imagens png, jpg ou jpeg.');
}

/** Does the reader's clock show another time than the company's? */
function differentZone(timeZone: string): boolean {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone;
}
