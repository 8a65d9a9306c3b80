import { type SettingKey, settingAllows } from '@balcao/contract/setting-rules';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { ElsewhereBanner } from '../../../ui/dialog/changed-elsewhere.tsx';
import { helpOf, SettingLine } from './setting-row.tsx';
import { type ChoiceSetting, minutesText } from './setting-texts.ts';
import css from './settings.module.css';
import { useSetting } from './use-setting.ts';

export type SettingControlProps = { value: string; readOnly: boolean };

/** A setting with a few values. */
export function ChoiceLine({ setting, value, readOnly }: SettingControlProps & { setting: ChoiceSetting }) {
  const id = useId();
  const { shown, state, choose } = useSetting(setting.key, value);
  const label = setting.choices.find((choice) => choice.value === shown)?.label ?? shown;
  if (readOnly) return <TextLine label={setting.label} help={setting.help} text={label} />;
  return (
    <SettingLine id={id} label={setting.label} help={setting.help} state={state}>
      <Select
        id={id}
        aria-describedby={helpOf(id)}
        data={setting.choices}
        value={shown}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
    </SettingLine>
  );
}

/** A number of minutes. Saved on blur or Enter, but never over a value that another person saved meanwhile. */
export function MinutesLine({
  name,
  label,
  help,
  max,
  value,
  readOnly,
}: SettingControlProps & { name: SettingKey; label: string; help: string; max: number }) {
  const id = useId();
  const { shown, state, choose } = useSetting(name, value);
  // `over`: the value when the typing began.
  const [typing, setTyping] = useState<{ typed: number | ''; over: string } | null>(null);
  if (readOnly) return <TextLine label={label} help={help} text={minutesText(Number(shown))} />;
  const against = typing !== null && typing.over !== shown && String(typing.typed) !== shown;
  const keep = () => {
    if (typing && typing.typed !== '') choose(String(typing.typed));
    setTyping(null);
  };
  const save = () => !against && keep();
  const minutes = typing ? typing.typed : Number(shown);
  return (
    <>
      <SettingLine id={id} label={label} help={help} state={state}>
        <NumberInput
          id={id}
          aria-describedby={helpOf(id)}
          min={0}
          max={max}
          step={30}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          suffix={` ${t('minutos')}`}
          value={minutes}
          description={minutes === '' || minutes < 60 ? undefined : minutesText(minutes)}
          onChange={(next) => setTyping({ typed: typeof next === 'number' ? next : '', over: typing?.over ?? shown })}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      </SettingLine>
      {against && (
        <div className={css.elsewhere}>
          <ElsewhereBanner state="against" load={() => setTyping(null)} keep={keep} />
        </div>
      )}
    </>
  );
}

/** Words of a setting. Saved on blur or Enter, but never over a value that another person saved meanwhile. */
export function WordsLine({ name, label, help, value, readOnly }: SettingControlProps & { name: SettingKey; label: string; help: string }) {
  const id = useId();
  const { shown, state, choose } = useSetting(name, value);
  // `over`: the value when the typing began.
  const [typing, setTyping] = useState<{ typed: string; over: string } | null>(null);
  if (readOnly) return <TextLine label={label} help={help} text={shown} />;
  const against = typing !== null && typing.over !== shown && typing.typed !== shown;
  const allowed = typing === null || settingAllows(name, typing.typed);
  const keep = () => {
    if (typing && allowed) choose(typing.typed.trim());
    setTyping(null);
  };
  const save = () => !against && allowed && keep();
  return (
    <>
      <SettingLine id={id} label={label} help={help} state={state}>
        <TextInput
          id={id}
          aria-describedby={helpOf(id)}
          autoComplete="off"
          value={typing?.typed ?? shown}
          error={allowed ? null : t('Letras e números, separados por vírgula.')}
          onChange={(event) => setTyping({ typed: event.currentTarget.value, over: typing?.over ?? shown })}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      </SettingLine>
      {against && (
        <div className={css.elsewhere}>
          <ElsewhereBanner state="against" load={() => setTyping(null)} keep={keep} />
        </div>
      )}
    </>
  );
}

/** The time zone that hours, dates and greetings follow. */
export function TimeZoneLine({ value, readOnly }: SettingControlProps) {
  const id = useId();
  const { shown, state, choose } = useSetting('timeZone', value);
  const label = t('Fuso horário');
  const help = t('Vale para os horários de atendimento, as datas nas mensagens e as saudações.');
  if (readOnly) return <TextLine label={label} help={help} text={zoneText(shown)} />;
  const zones = zoneNames.includes(shown) ? zoneNames : [shown, ...zoneNames];
  return (
    <SettingLine id={id} label={label} help={help} state={state}>
      <Select
        id={id}
        aria-describedby={helpOf(id)}
        data={zones.map((zone) => ({ value: zone, label: zoneText(zone) }))}
        value={shown}
        searchable
        limit={60}
        maxDropdownHeight={260}
        allowDeselect={false}
        nothingFoundMessage={t('Nenhum fuso com este nome')}
        filter={({ options, search }) => {
          const words = plain(search).split(' ').filter(Boolean);
          return options.filter((option) => 'value' in option && words.every((word) => plain(option.label).includes(word)));
        }}
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
    </SettingLine>
  );
}

const zoneNames: string[] = Intl.supportedValuesOf('timeZone');
const zoneText = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ');
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/[/_\s]+/g, ' ')
    .toLowerCase();

/** A setting for people who may only read it. */
export function TextLine({ label, help, text }: { label: string; help: string; text: string }) {
  return (
    <SettingLine label={label} help={help} state="idle">
      <span className={css.value}>{text}</span>
    </SettingLine>
  );
}
