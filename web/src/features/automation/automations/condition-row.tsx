import { connectionChannels } from '@balcao/contract/connection-rules';
import { ticketStatuses } from '@balcao/contract/ticket-rules';
import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Condition, conditionProblem, newCondition } from './automation-form.ts';
import { conditionKinds, conditionText, opText } from './automation-text.ts';
import css from './automations.module.css';
import { type Choices, channelChoices, ratingChoices, statusChoices } from './choices.ts';

export type ConditionRowProps = {
  condition: Condition;
  place: number;
  choices: Choices;
  /** Says what is lacking. */
  checked: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** One condition: what it is about, how it is compared, and with what. */
export function ConditionRow({ condition, place, choices, checked, onChange, onRemove }: ConditionRowProps) {
  const problem = checked ? conditionProblem(condition) : null;
  return (
    <li className={css.row}>
      <div className={css.fields}>
        <Select
          aria-label={t('Condição {{place}}', { place })}
          allowDeselect={false}
          data={conditionKinds.map((value) => ({ value, label: conditionText(value) }))}
          value={condition.on}
          onChange={(value) => {
            const on = conditionKinds.find((each) => each === value);
            if (on && on !== condition.on) onChange(newCondition(on));
          }}
        />
        {'op' in condition && <OpField condition={condition} place={place} onChange={onChange} />}
        <ValueField condition={condition} place={place} choices={choices} onChange={onChange} />
        {problem && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <IconButton label={t('Tirar a condição {{place}}', { place })} variant="subtle" color="gray" size="lg" onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
    </li>
  );
}

type WithOp = Extract<Condition, { op: string }>;

const ops: { [K in WithOp['on']]: readonly Extract<WithOp, { on: K }>['op'][] } = {
  queue: ['in', 'notIn', 'empty'],
  tag: ['in', 'notIn', 'empty'],
  user: ['in', 'notIn', 'empty'],
  connection: ['in', 'notIn'],
  status: ['in', 'notIn'],
  channel: ['in', 'notIn'],
  text: ['contains', 'notContains', 'word'],
  hours: ['open', 'closed'],
  field: ['equals', 'contains', 'empty'],
};

function OpField({ condition, place, onChange }: { condition: WithOp; place: number; onChange: (condition: Condition) => void }) {
  const known: readonly WithOp['op'][] = ops[condition.on];
  return (
    <Select
      aria-label={t('Comparação da condição {{place}}', { place })}
      allowDeselect={false}
      data={known.map((value) => ({ value, label: opText(value) }))}
      value={condition.op}
      onChange={(value) => {
        const op = known.find((each) => each === value);
        if (op) onChange({ ...condition, op } as Condition);
      }}
    />
  );
}

const lists = { queue: 'queues', tag: 'tags', user: 'users', connection: 'connections' } as const;

function ValueField({ condition, place, choices, onChange }: Pick<ConditionRowProps, 'condition' | 'place' | 'choices' | 'onChange'>) {
  const label = t('Valor da condição {{place}}', { place });
  const many = (data: readonly { value: string; label: string }[], value: string[], put: (values: string[]) => void) => (
    <MultiSelect
      aria-label={label}
      className={css.wide ?? ''}
      placeholder={value.length === 0 ? t('Escolha') : ''}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('Nada encontrado')}
      data={[...data]}
      value={value}
      onChange={put}
    />
  );
  switch (condition.on) {
    case 'queue':
    case 'tag':
    case 'user':
    case 'connection':
      return condition.op === 'empty'
        ? null
        : many(choices[lists[condition.on]], condition.ids.map(String), (ids) =>
            onChange({ ...condition, ids: ids.map(Number) } as Condition),
          );
    case 'status':
      return many(statusChoices(), condition.statuses, (values) =>
        onChange({ ...condition, statuses: ticketStatuses.filter((each) => values.includes(each)) }),
      );
    case 'channel':
      return many(channelChoices(), condition.channels, (values) =>
        onChange({ ...condition, channels: connectionChannels.filter((each) => values.includes(each)) }),
      );
    case 'rating':
      return many(ratingChoices(), condition.ratings.map(String), (values) => onChange({ ...condition, ratings: values.map(Number) }));
    case 'text':
      return (
        <TagsInput
          aria-label={label}
          className={css.wide ?? ''}
          placeholder={t('Escreva e tecle Enter')}
          maxTags={50}
          acceptValueOnBlur
          value={condition.words}
          onChange={(words) => onChange({ ...condition, words })}
        />
      );
    case 'field':
      return (
        <>
          <TextInput
            aria-label={t('Nome do campo da condição {{place}}', { place })}
            placeholder={t('Nome do campo')}
            maxLength={100}
            value={condition.name}
            onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
          />
          {condition.op !== 'empty' && (
            <TextInput
              aria-label={label}
              placeholder={t('Valor')}
              maxLength={100}
              value={condition.value}
              onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
            />
          )}
        </>
      );
    case 'waiting':
      return (
        <NumberInput
          aria-label={label}
          suffix={t(' minutos ou mais')}
          min={1}
          max={10_080}
          allowDecimal={false}
          allowNegative={false}
          value={condition.minutes}
          onChange={(value) => onChange({ ...condition, minutes: typeof value === 'number' && value > 0 ? value : 1 })}
        />
      );
    case 'hours':
      return null;
  }
}
