import type { ScheduleView } from '@balcao/contract/schedules';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import css from './schedule-dialog.module.css';
import { StatusIcon } from './schedule-mark.tsx';
import { messageText, reasonText, statusText } from './schedule-text.ts';
import { useTimeZone } from './time-zone.ts';

export type SentDialogProps = {
  schedule: ScheduleView;
  onConversation: (() => void) | null;
  onDelete: (() => void) | null;
  onClose: () => void;
};

/** One that is in the conversation already: nothing of it can be changed. */
export function SentDialog({ schedule, onConversation, onDelete, onClose }: SentDialogProps) {
  const timeZone = useTimeZone();
  const { word, tone } = statusText(schedule);
  const reason = reasonText(schedule);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Agendamento para {{name}}', { name: schedule.contact.name })}
      foot={
        <>
          {onDelete && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              {t('Excluir')}
            </Button>
          )}
          {onConversation && <Button onClick={onConversation}>{t('Abrir conversa')}</Button>}
        </>
      }
    >
      <div className={css.sent}>
        <div>
          <StatusChip tone={tone} icon={<StatusIcon of={schedule} />}>
            {word}
          </StatusChip>
        </div>
        {reason && <Banner tone="warn">{reason}</Banner>}
        <dl className={css.facts}>
          <dt>{t('Agendado para')}</dt>
          <dd>{formatDateTime(schedule.sendAt)}</dd>
          {schedule.sentAt && (
            <>
              <dt>{t('Enviado em')}</dt>
              <dd>{formatDateTime(schedule.sentAt)}</dd>
            </>
          )}
          {schedule.user && (
            <>
              <dt>{t('Escrito por')}</dt>
              <dd>{schedule.user.name}</dd>
            </>
          )}
        </dl>
        <div className={css.preview}>
          {schedule.mediaName && <span>{schedule.mediaName}</span>}
          <p>{messageText(schedule, timeZone)}</p>
        </div>
      </div>
    </Dialog>
  );
}
