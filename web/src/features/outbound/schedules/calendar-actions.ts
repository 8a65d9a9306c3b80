import { clockAt, dayAt } from '@balcao/contract/schedule-rules';
import type { ScheduleView } from '@balcao/contract/schedules';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../platform/clock.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { showToast, toastLife, toastSuccess, toastUndo } from '../../../platform/toast.ts';
import { confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { useDeleteSchedule, useMoveSchedule } from './mutations.ts';
import type { Occurrence } from './occurrences.ts';

/** Asks, then removes. */
export function useDeletion(onGone: () => void): (schedule: ScheduleView) => Promise<void> {
  const remove = useDeleteSchedule();
  return async (schedule) => {
    const more = schedule.repeat !== 'none' && schedule.status === 'PENDENTE' ? t('As próximas repetições também não saem.') : undefined;
    if (!(await confirmDelete(t('Excluir o agendamento para {{name}}?', { name: schedule.contact.name }), more))) return;
    remove.mutate(schedule.id, {
      onSuccess: () => {
        toastSuccess(t('Agendamento excluído com sucesso.'), toastLife.administration);
        onGone();
      },
      onError: (error) => notifyError(error),
    });
  };
}

/** Moves to another time, with an undo; says aloud what happened. */
export function useMoving(timeZone: string) {
  const moving = useMoveSchedule();
  const [said, setSaid] = useState('');
  const [moved, setMoved] = useState<{ key: string } | null>(null);
  const move = ({ key, schedule }: Occurrence, to: Date) => {
    if (to.getTime() === new Date(schedule.sendAt).getTime()) return;
    if (to.getTime() < now()) {
      setSaid(t('Este horário já passou.'));
      showToast({ kind: 'warning', title: t('Este horário já passou.'), lifeMs: toastLife.warning });
      return;
    }
    const place = t('{{date}} às {{clock}}', { date: formatDate(dayAt(to, timeZone)), clock: clockAt(to, timeZone) });
    const back = schedule.sendAt;
    moving.mutate(
      { id: schedule.id, sendAt: to.toISOString() },
      {
        onSuccess: () => {
          setSaid(t('Movido para {{place}}.', { place }));
          setMoved({ key });
          toastUndo(t('Movido para {{place}}.', { place }), t('Desfazer'), () =>
            moving.mutate({ id: schedule.id, sendAt: back }, { onError: (error) => notifyError(error) }),
          );
        },
        onError: (error) => notifyError(error),
      },
    );
  };
  return { move, said, moved };
}

/** Gives the focus to what was moved last, unless something has it: on another day it is another element. `schedules`: what is shown. */
export function useFocusOnMoved(moved: { key: string } | null, schedules: unknown): void {
  const followed = useRef(moved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the news, which may come after the answer.
  useEffect(() => {
    if (!moved || followed.current === moved || document.activeElement !== document.body) return;
    followed.current = moved;
    document.querySelector<HTMLElement>(`[data-mark="${moved.key}"] button`)?.focus();
  }, [moved, schedules]);
}
