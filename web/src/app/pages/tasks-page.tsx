import { Button } from '@mantine/core';
import { IconChecklist, IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { TaskForm, TaskList } from '../../features/team/tasks/task-list.tsx';
import { joined, readTasks, type Task, tasksMax, withoutTask, withTask, withText } from '../../features/team/tasks/tasks.ts';
import { useTasks } from '../../features/team/tasks/use-tasks.ts';
import { saveFile } from '../../platform/api.ts';
import { now } from '../../platform/clock.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { newIdempotencyKey } from '../../platform/random.ts';
import { showToast, toastLife, toastSuccess } from '../../platform/toast.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { FilePicker } from '../../ui/fields/file-picker.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** The person's own tasks, kept in this browser. They go to another one as a file. */
export function TasksPage() {
  usePageTitle(t('Tarefas'));
  const [tasks, keep] = useTasks();
  const picker = useRef<HTMLInputElement>(null);
  const refuse = (title: string) => showToast({ kind: 'error', title, lifeMs: toastLife.warning });
  const time = () => new Date(now()).toISOString();
  const onAdd = (text: string) => {
    if (tasks.length >= tasksMax) refuse(t('A lista está cheia. Exclua tarefas antes.'));
    else keep(withTask(tasks, text, time(), newIdempotencyKey()));
  };
  const onDelete = async (task: Task) => {
    if (await confirmDelete(t('Excluir {{name}}?', { name: task.text.slice(0, 60) }))) keep(withoutTask(tasks, task.id));
  };
  const onExport = () => {
    saveFile(new Blob([JSON.stringify(tasks, null, 2)], { type: 'application/json' }), `${t('tarefas')}.json`);
  };
  const onImport = async (file: File) => {
    const brought = readTasks(await file.text());
    if (!brought) return refuse(t('Este arquivo não tem tarefas exportadas daqui.'));
    const all = joined(tasks, brought);
    if (all.length > tasksMax) return refuse(t('A lista está cheia. Exclua tarefas antes.'));
    keep(all);
    toastSuccess(t('{{count}} tarefas importadas.', { count: brought.length }), toastLife.administration);
  };
  return (
    <Page>
      <PageHeader
        title={t('Tarefas')}
        count={tasks.length}
        actions={
          <>
            <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => picker.current?.click()}>
              {t('Importar')}
            </Button>
            <Button variant="default" leftSection={<IconDownload size={16} />} disabled={tasks.length === 0} onClick={onExport}>
              {t('Exportar')}
            </Button>
          </>
        }
      />
      <TaskForm label={t('Nova tarefa')} save={t('Adicionar')} onSave={onAdd} />
      {tasks.length === 0 ? (
        <EmptyState art={<IconChecklist />} title={t('Nada por fazer')}>
          {t('Suas tarefas ficam só neste navegador. Para levá-las a outro, exporte e importe.')}
        </EmptyState>
      ) : (
        <TaskList
          tasks={tasks}
          onChange={(task, text) => keep(withText(tasks, task.id, text, time()))}
          onDelete={(task) => void onDelete(task)}
        />
      )}
      <FilePicker ref={picker} accept=".json,application/json" onFiles={([chosen]) => chosen && void onImport(chosen)} />
    </Page>
  );
}
