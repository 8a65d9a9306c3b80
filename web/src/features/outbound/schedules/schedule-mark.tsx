import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconClockHour4,
  IconPencil,
  IconPlayerPause,
  IconRepeat,
  IconSend2,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './calendar.module.css';
import type { Occurrence } from './occurrences.ts';
import { situationOf } from './occurrences.ts';
import { isHeld, messageText, reasonText, statusText } from './schedule-text.ts';
import { useTimeZone } from './time-zone.ts';

export type MarkActions = {
  onOpen: (occurrence: Occurrence) => void;
  onDelete: (occurrence: Occurrence) => void;
  /** By so many days and minutes. */
  onShift: (occurrence: Occurrence, by: { days: number; minutes: number }) => void;
};

/** The drag carries the key of an occurrence. */
export const dragType = 'application/x-schedule';

export function StatusIcon({
  of: { status, heldUntil },
  size = 14,
}: {
  of: Pick<Occurrence['schedule'], 'status' | 'heldUntil'>;
  size?: number;
}) {
  if (isHeld({ status, heldUntil })) return <IconPlayerPause size={size} aria-hidden />;
  switch (status) {
    case 'PENDENTE':
      return <IconClockHour4 size={size} aria-hidden />;
    case 'AGENDADA':
      return <IconSend2 size={size} aria-hidden />;
    case 'ENVIADA':
      return <IconCheck size={size} aria-hidden />;
    case 'ERRO':
      return <IconAlertCircle size={size} aria-hidden />;
    case 'CANCELADA':
      return <IconBan size={size} aria-hidden />;
  }
}

/** May it be moved? What was sent stays where it is, and of what repeats only the next time is moved. */
export function isMovable({ schedule, later }: Occurrence): boolean {
  return !later && schedule.status !== 'ENVIADA' && schedule.status !== 'AGENDADA';
}

/** The keys that move a mark, as `onShift` takes them; null for other keys. */
export function shiftOf(event: KeyboardEvent, hours: boolean): { days: number; minutes: number } | null {
  if (!event.shiftKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return { days: -1, minutes: 0 };
    case 'ArrowRight':
      return { days: 1, minutes: 0 };
    case 'ArrowUp':
      return hours ? { days: 0, minutes: -15 } : { days: -7, minutes: 0 };
    case 'ArrowDown':
      return hours ? { days: 0, minutes: 15 } : { days: 7, minutes: 0 };
    default:
      return null;
  }
}

/** One scheduled message in the calendar. `hours`: it stands in a column of hours, with more room. */
export function ScheduleMark({ occurrence, hours = false, actions }: { occurrence: Occurrence; hours?: boolean; actions: MarkActions }) {
  const { schedule, clock } = occurrence;
  const { word } = statusText(schedule);
  const repeats = schedule.repeat !== 'none';
  const movable = isMovable(occurrence);
  const name = [clock, schedule.contact.name, word, ...(repeats ? [t('repete')] : [])].join(' · ');
  const reason = reasonText(schedule);
  const timeZone = useTimeZone();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is the pointer's way; the keys do the same.
    <div
      className={css.mark}
      data-mark={occurrence.key}
      data-situation={situationOf(schedule)}
      data-held={isHeld(schedule) || undefined}
      data-later={occurrence.later || undefined}
      data-hours={hours || undefined}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, occurrence.key);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <button
        type="button"
        className={css.markMain}
        title={reason ?? name}
        aria-keyshortcuts={movable ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown' : undefined}
        onClick={(event) => {
          event.stopPropagation();
          actions.onOpen(occurrence);
        }}
        onKeyDown={(event) => {
          const by = movable && shiftOf(event, hours);
          if (by) {
            event.preventDefault();
            event.stopPropagation();
            actions.onShift(occurrence, by);
          } else if (event.key === 'Delete') {
            event.stopPropagation();
            actions.onDelete(occurrence);
          } else if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
        }}
      >
        <StatusIcon of={schedule} />
        <span className={css.markText}>
          <b>{clock}</b> <span>{schedule.contact.name}</span>
          {hours && <small>{reason ?? messageText(schedule, timeZone)}</small>}
        </span>
        {repeats && <IconRepeat size={12} aria-hidden />}
        <span className="visually-hidden">
          {word} {repeats && t('repete')}
        </span>
      </button>
      <span className={css.markTools}>
        <button type="button" tabIndex={-1} aria-label={t('Editar {{name}}', { name })} onClick={() => actions.onOpen(occurrence)}>
          <IconPencil size={13} aria-hidden />
        </button>
        <button type="button" tabIndex={-1} aria-label={t('Excluir {{name}}', { name })} onClick={() => actions.onDelete(occurrence)}>
          <IconTrash size={13} aria-hidden />
        </button>
      </span>
    </div>
  );
}
