import { Select, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { Choice } from '../../../platform/all-choices.ts';
import { t } from '../../../platform/i18n.ts';
import { VariableField } from '../../../ui/fields/variable-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Action, actionProblem, newAction } from './automation-form.ts';
import { actionKinds, actionText } from './automation-text.ts';
import css from './automations.module.css';
import type { Choices } from './choices.ts';

export type ActionRowProps = {
  action: Action;
  place: number;
  choices: Choices;
  /** Says what is lacking. */
  checked: boolean;
  onChange: (action: Action) => void;
  /** Null at the ends. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
};

/** One action: what is done, and with what. */
export function ActionRow({ action, place, choices, checked, onChange, onUp, onDown, onRemove }: ActionRowProps) {
  const problem = checked ? actionProblem(action) : null;
  return (
    <li className={css.row}>
      <div className={css.fields}>
        <Select
          aria-label={t('Ação {{place}}', { place })}
          allowDeselect={false}
          data={actionKinds.map((value) => ({ value, label: actionText(value) }))}
          value={action.do}
          onChange={(value) => {
            const kind = actionKinds.find((each) => each === value);
            if (kind && kind !== action.do) onChange(newAction(kind));
          }}
        />
        <TargetField action={action} place={place} choices={choices} onChange={onChange} />
        {'text' in action && <TextOf action={action} place={place} onChange={onChange} />}
        {problem && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={css.buttons}>
        <IconButton
          label={t('Subir a ação {{place}}', { place })}
          variant="subtle"
          color="gray"
          size="lg"
          disabled={!onUp}
          onClick={() => onUp?.()}
        >
          <IconArrowUp size={18} />
        </IconButton>
        <IconButton
          label={t('Descer a ação {{place}}', { place })}
          variant="subtle"
          color="gray"
          size="lg"
          disabled={!onDown}
          onClick={() => onDown?.()}
        >
          <IconArrowDown size={18} />
        </IconButton>
        <IconButton label={t('Tirar a ação {{place}}', { place })} variant="subtle" color="gray" size="lg" onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      </div>
    </li>
  );
}

function TargetField({ action, place, choices, onChange }: Pick<ActionRowProps, 'action' | 'place' | 'choices' | 'onChange'>) {
  const one = (data: readonly Choice[], id: number, put: (id: number) => Action) => (
    <Select
      aria-label={t('Quem ou o quê na ação {{place}}', { place })}
      placeholder={t('Escolha')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('Nada encontrado')}
      data={[...data]}
      value={id === 0 ? null : String(id)}
      onChange={(value) => onChange(put(Number(value ?? 0)))}
    />
  );
  switch (action.do) {
    case 'assignUser':
    case 'notifyUser':
      return one(choices.users, action.userId, (userId) => ({ ...action, userId }));
    case 'moveToQueue':
    case 'notifyQueue':
      return one(choices.queues, action.queueId, (queueId) => ({ ...action, queueId }));
    case 'addTag':
    case 'removeTag':
      return one(choices.tags, action.tagId, (tagId) => ({ ...action, tagId }));
    case 'callWebhook':
      return one(choices.webhooks, action.webhookId, (webhookId) => ({ ...action, webhookId }));
    default:
      return null;
  }
}

type WithText = Extract<Action, { text: string }>;

function TextOf({ action, place, onChange }: { action: WithText; place: number; onChange: (action: Action) => void }) {
  const label = t('Texto da ação {{place}}', { place });
  const put = (text: string) => onChange({ ...action, text });
  return (
    <div className={css.wide}>
      {action.do === 'sendText' ? (
        <VariableField
          label={label}
          description={t('Segue as mesmas regras de quem escreve: a janela de 24 horas e quem não quer receber.')}
          value={action.text}
          onChange={put}
        />
      ) : (
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4096}
          value={action.text}
          onChange={(event) => put(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
