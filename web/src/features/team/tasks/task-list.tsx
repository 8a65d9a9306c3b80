import { Button, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import css from './task-list.module.css';
import { type Task, taskTextMax } from './tasks.ts';

export type TaskListProps = {
  tasks: readonly Task[];
  onChange: (task: Task, text: string) => void;
  onDelete: (task: Task) => void;
};

/** The tasks, newest first, each with when it was added and changed. */
export function TaskList({ tasks, onChange, onDelete }: TaskListProps) {
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <ul className={css.list} aria-label={t('Tarefas')}>
      {tasks.map((task) => (
        <li key={task.id} className={css.task}>
          {edited === task.id ? (
            <TaskForm
              label={t('Tarefa')}
              text={task.text}
              save={t('Salvar')}
              onSave={(text) => {
                onChange(task, text);
                setEdited(null);
              }}
              onCancel={() => setEdited(null)}
            />
          ) : (
            <>
              <div className={css.what}>
                <p>{task.text}</p>
                <small>
                  <time dateTime={task.createdAt}>{formatDateTime(task.createdAt)}</time>
                  {task.updatedAt !== task.createdAt && <> · {t('alterada em {{at}}', { at: formatDateTime(task.updatedAt) })}</>}
                </small>
              </div>
              <IconButton label={t('Editar {{name}}', { name: task.text.slice(0, 60) })} onClick={() => setEdited(task.id)}>
                <IconPencil size={18} />
              </IconButton>
              <IconButton label={t('Excluir {{name}}', { name: task.text.slice(0, 60) })} onClick={() => onDelete(task)}>
                <IconTrash size={18} />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export type TaskFormProps = {
  label: string;
  text?: string;
  save: string;
  onSave: (text: string) => void;
  onCancel?: () => void;
};

/** One task as text: Enter saves, Shift+Enter begins a line, Escape leaves it as it was. */
export function TaskForm({ label, text = '', save, onSave, onCancel }: TaskFormProps) {
  const [typed, setTyped] = useState(text);
  const submit = () => {
    onSave(typed);
    setTyped('');
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={taskTextMax}
        autoFocus={onCancel !== undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && onCancel) onCancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button type="submit">{save}</Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('Cancelar')}
        </Button>
      )}
    </form>
  );
}
