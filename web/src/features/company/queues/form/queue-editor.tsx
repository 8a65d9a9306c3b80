import type { CompanyView } from '@balcao/contract/companies';
import type { ConnectionView } from '@balcao/contract/connections';
import type { QueueOptionView } from '@balcao/contract/queue-options';
import type { QueueView } from '@balcao/contract/queues';
import { settingValue } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queueKeys } from '../../../../data/queues/keys.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { useStore } from '../../../../platform/store.ts';
import { showToast, toastLife, toastSuccess } from '../../../../platform/toast.ts';
import { phoneQuery, useMedia } from '../../../../platform/use-media.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { HolidayFields } from '../../../../ui/hours/holiday-fields.tsx';
import { holidaysOf } from '../../../../ui/hours/holidays.ts';
import { HoursFields } from '../../../../ui/hours/hours-fields.tsx';
import { useSaveHolidays, useSaveQueue } from '../mutations.ts';
import { OptionEditor } from '../options/option-editor.tsx';
import { useLiveOptions } from '../options/option-live.ts';
import { optionPublisher, removeQueueMedia, uploadQueueMedia } from '../options/option-mutations.ts';
import { createOptions, hasDraft, untitledOptions } from '../options/option-store.ts';
import { previewId, rowsOf, treeOf, wayTo } from '../options/option-tree.ts';
import { PhonePreview } from '../preview/phone-preview.tsx';
import { type Happening, tapsTo } from '../preview/preview.ts';
import { connectionsWith, useScript } from '../preview/use-script.ts';
import css from './queue-dialog.module.css';
import { QueueFields } from './queue-fields.tsx';
import { newQueueValues, type QueueValues, queueRules, queueValues } from './queue-form.ts';

type Tab = 'data' | 'options' | 'hours' | 'preview';

export type QueueEditorProps = {
  /** Null adds a queue. */
  queue: QueueView | null;
  queues: readonly QueueView[];
  settings: readonly SettingRow[] | undefined;
  /** The preview starts with their greeting. */
  connections: readonly ConnectionView[] | undefined;
  /** Its holidays close the queue. */
  company: CompanyView | undefined;
  /** The options it has as it is opened. */
  rows: readonly QueueOptionView[];
  onClose: () => void;
};

export const editorWidth = 1080;

/** The form of a queue with its options, its hours, and a phone that plays its bot. */
export function QueueEditor({ queue, queues, settings, connections, company, rows, onClose }: QueueEditorProps) {
  // The record when the form opened. The form merges what others save meanwhile.
  const [before] = useState(queue);
  const [queueId, setQueueId] = useState(queue?.id ?? null);
  const [options] = useState(() => createOptions(treeOf(rows), optionPublisher, tellRevived));
  const [tab, setTab] = useState<Tab>('data');
  const [selected, setSelected] = useState<string | null>(null);
  const [happened, setHappened] = useState<Happening[]>([]);
  const [connectionId, setConnectionId] = useState<number | null>(null);
  const state = useStore(options.store);
  const cache = useQueryClient();
  const { company: own } = useUser();
  const isNarrow = useMedia('(max-width: 899px)');
  const isPhone = useMedia(phoneQuery);
  const hasHours = settingValue(settings, 'scheduleType') === 'queue';
  const save = useSaveQueue(hasHours);
  const saveHolidays = useSaveHolidays();
  const form = useForm<QueueValues>({
    initialValues: before ? queueValues(before, company) : newQueueValues(queues, company),
    validate: queueRules(),
    validateInputOnBlur: ['name'],
  });
  const [draft, untitled] = [hasDraft(state), untitledOptions(state)];
  useEffect(() => {
    if (form.values.draftOptions !== draft) form.setFieldValue('draftOptions', draft);
    if (form.values.untitledOptions !== untitled.length) form.setFieldValue('untitledOptions', untitled.length);
  }, [form, draft, untitled.length]);
  useLiveOptions(queueId, options);
  const wandered = happened.some((each) => 'text' in each && (each.text === '#' || each.text === '0'));
  const playable = connectionsWith(connections, before?.id ?? null);
  const connection = playable.find(({ id }) => id === connectionId) ?? playable[0] ?? null;
  const script = useScript({ queue: before, queues, settings, connection, company, values: form.values, tree: state.tree, wandered });

  const [refused, setRefused] = useState(false);
  const wrongFields = Object.keys(form.errors).join();
  const wrong = wrongTabs(wrongFields);
  // If validation fails, switch to the first tab with an error. After that the person moves freely.
  useEffect(() => {
    const [first] = wrongTabs(wrongFields);
    if (first) setTab(first);
    if (first === 'hours') setRefused(true);
    if (first === 'options') setSelected(untitledOptions(options.store.get())[0]?.key ?? null);
  }, [wrongFields, options]);
  const shown = tab === 'preview' && !isNarrow ? 'options' : tab === 'hours' && !hasHours ? 'data' : tab;

  const onSelect = (key: string | null) => {
    setSelected(key);
    const { tree } = options.store.get();
    const way = key === null ? [] : wayTo(tree, key).filter(({ title }) => title.trim() !== '');
    const numbers = new Map(rowsOf(tree).map(({ node, index }) => [node.key, index + 1]));
    setHappened(tapsTo(way.map((node) => ({ id: previewId(node.key), number: numbers.get(node.key) ?? 0 }))));
  };
  const onSave = async (values: QueueValues) => {
    const saved = await save.mutateAsync({ queueId, values });
    setQueueId(saved.id);
    if (company && hasHours && form.isDirty('holidays')) {
      await saveHolidays.mutateAsync({ company, holidays: holidaysOf(values.holidays) });
    }
    const had = values.media.name === null && before?.mediaName;
    if (values.media.file) await uploadQueueMedia(saved.id, values.media.file);
    else if (had) await removeQueueMedia(saved.id);
    await options.publish(saved.id).finally(() => cache.invalidateQueries({ queryKey: queueKeys.options(saved.id) }));
    if (values.media.file || had) await cache.invalidateQueries({ queryKey: queueKeys.list });
    toastSuccess(t('Fila salva com sucesso.'), toastLife.administration);
  };
  const tabs: { id: Tab; label: string; count?: number }[] = [
    { id: 'data', label: isPhone ? t('Dados') : t('Dados da fila') },
    { id: 'options', label: isPhone ? t('Opções') : t('Opções do chatbot'), count: rowsOf(state.tree).length },
    ...(hasHours ? [{ id: 'hours' as const, label: t('Horários') }] : []),
    ...(isNarrow ? [{ id: 'preview' as const, label: t('Prévia') }] : []),
  ];
  const preview = (
    <PhonePreview
      script={script}
      companyName={own.name}
      connections={playable}
      connectionId={connection?.id ?? null}
      onConnection={setConnectionId}
      happened={happened}
      onHappened={setHappened}
    />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={before ? t('Editar fila') : t('Adicionar fila')}
      form={form}
      now={before ? recordNow(queues, before.id, company) : undefined}
      onSave={onSave}
      fieldOfCode={{ ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }}
      saveLabel={before ? t('Salvar') : t('Adicionar')}
      width={editorWidth}
    >
      <div className={css.split}>
        <Tabs className={css.root ?? ''} value={shown} onChange={(chosen) => setTab((chosen ?? 'data') as Tab)} keepMounted={false}>
          <Tabs.List className={css.tabs ?? ''}>
            {tabs.map(({ id, label, count }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
                {count ? <span className={css.count}>{count}</span> : null}
                {wrong.has(id) && <span className={css.wrong} role="img" aria-label={t('com erro')} />}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="data" className={css.panel ?? ''}>
            <QueueFields form={form} queue={before} queues={queues} hasHours={hasHours} about={script.about} />
          </Tabs.Panel>
          <Tabs.Panel value="options" className={css.panel ?? ''}>
            <OptionEditor options={options} about={script.about} selected={selected} onSelect={onSelect} />
          </Tabs.Panel>
          {hasHours && (
            <Tabs.Panel value="hours" className={css.panel ?? ''}>
              <HoursFields
                hours={form.values.hours}
                // After a failed save, validate while typing.
                strict={refused}
                onChange={(hours) => form.setFieldValue('hours', hours)}
              />
              {company && (
                <section className={css.holidays} aria-label={t('Feriados da empresa')}>
                  <h3>{t('Feriados da empresa')}</h3>
                  <p className={css.hint}>{t('Valem para todas as filas: neles, o horário da semana não conta.')}</p>
                  <HolidayFields
                    rows={form.values.holidays}
                    strict={refused}
                    onChange={(holidays) => form.setFieldValue('holidays', holidays)}
                  />
                </section>
              )}
              <p className={css.hint}>{t('Clique em salvar para registar as alterações')}</p>
            </Tabs.Panel>
          )}
          {isNarrow && (
            <Tabs.Panel value="preview" className={css.panel ?? ''}>
              {preview}
            </Tabs.Panel>
          )}
        </Tabs>
        {!isNarrow && <div className={css.aside}>{preview}</div>}
      </div>
    </FormDialog>
  );
}

/** The queue in the form's shape as it is now; null once it is gone. */
function recordNow(queues: readonly QueueView[], queueId: number, company: CompanyView | undefined): QueueValues | null {
  const queue = queues.find(({ id }) => id === queueId);
  return queue ? queueValues(queue, company) : null;
}

function tellRevived(): void {
  showToast({
    kind: 'warning',
    title: t('Outra pessoa excluiu a opção em que você escrevia.'),
    text: t('O que você escreveu ficou como opção nova.'),
    lifeMs: toastLife.warning,
  });
}

function wrongTabs(fields: string): Set<Tab> {
  return new Set(
    fields
      .split(',')
      .filter(Boolean)
      .map((field): Tab => (field === 'hours' || field === 'holidays' ? 'hours' : field === 'untitledOptions' ? 'options' : 'data')),
  );
}
