import type { ScheduleView } from '@balcao/contract/schedules';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconRepeat, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useEditedSchedule } from '../../../data/schedules/queries.ts';
import type { RenderTemplateField } from '../../../data/templates/choosing.ts';
import { now as clockNow } from '../../../platform/clock.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { useOverruleSchedule, usePicture, useSaveSchedule } from './mutations.ts';
import { sendCount } from './occurrences.ts';
import css from './schedule-dialog.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { bodyFor, momentIn, newValues, ruleIn, type ScheduleStart, type ScheduleValues, scheduleRules, valuesOf } from './schedule-form.ts';
import { isHeld, reasonText } from './schedule-text.ts';
import { useTimeZone } from './time-zone.ts';

export type ScheduleDialogProps = {
  /** The one to change, or where a new one begins. */
  schedule: ScheduleView | ScheduleStart;
  /** The names of contacts that are chosen from the beginning. */
  contacts: readonly { id: number; name: string }[];
  renderTemplate: RenderTemplateField;
  onDelete?: () => void;
  onSaved?: () => void;
  onClose: () => void;
};

/** Schedules a message or changes one that was not sent. Mounted while it is open. */
export function ScheduleDialog({ schedule, contacts, renderTemplate, onDelete, onSaved, onClose }: ScheduleDialogProps) {
  const timeZone = useTimeZone();
  const record = 'id' in schedule ? schedule : null;
  const user = useUser();
  const save = useSaveSchedule();
  const picture = usePicture();
  // Kept by contact if some were saved: saving again must not schedule twice.
  const stored = useRef(new Map<string, ScheduleView>(record ? [[String(record.contactId), record]] : []));
  const [sent, setSent] = useState<number | null>(null);
  const form = useForm<ScheduleValues>({
    initialValues: 'id' in schedule ? valuesOf(schedule, timeZone) : newValues(schedule, timeZone),
    validate: scheduleRules(timeZone),
  });
  const now = recordNow(useEditedSchedule(record), (row) => valuesOf(row, timeZone));
  const onSave = async (values: ScheduleValues) => {
    for (const contactId of values.contactIds) {
      const known = record ?? stored.current.get(contactId);
      const saved = await save.mutateAsync({ id: known?.id ?? null, body: bodyFor(values, Number(contactId)) });
      stored.current.set(contactId, saved);
      if (!values.file && (saved.mediaName === null || values.kept !== null)) continue;
      if (values.file) setSent(0);
      try {
        await picture.mutateAsync({ id: saved.id, file: values.file, onProgress: setSent });
      } finally {
        setSent(null);
      }
    }
    toastSuccess(t('Agendamento salvo com sucesso.'), toastLife.administration);
    onSaved?.();
  };
  const reason = record && reasonText(record);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={titleOf(record)}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{
        ERR_NO_CONTACT_FOUND: 'contactIds',
        ERR_NO_WAPP_FOUND: 'whatsappId',
        ERR_MEDIA_TYPE: 'file',
        ERR_MEDIA_TOO_LARGE: 'file',
        ERR_NO_FILE_FOUND: 'fileListId',
        ERR_NO_TEMPLATE_FOUND: 'template',
        ERR_TEMPLATE_STATUS: 'template',
        ERR_TEMPLATE_UNSUPPORTED: 'template',
        ERR_TEMPLATE_VARIABLES: 'template',
        ERR_TEMPLATE_CHANNEL: 'template',
      }}
      saveLabel={record ? t('Salvar') : t('Agendar')}
      width={640}
    >
      {reason && (
        <Banner
          tone={record.status === 'ERRO' ? 'bad' : 'warn'}
          icon={<IconAlertCircle />}
          action={isHeld(record) && user.profile === 'admin' ? <SendAnyway schedule={record} onDone={onClose} /> : undefined}
        >
          {reason}
        </Banner>
      )}
      <ScheduleFields
        form={form}
        timeZone={timeZone}
        contacts={contacts}
        single={record !== null}
        fileList={record?.fileList ?? null}
        renderTemplate={renderTemplate}
      />
      {sent !== null && <ProgressBar label={t('Enviando o arquivo')} share={sent} />}
      <div className={css.last}>
        {onDelete && (
          <Button variant="subtle" color="red" size="sm" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            {t('Excluir')}
          </Button>
        )}
        <span className={css.summary} role="status">
          <Summary values={form.values} timeZone={timeZone} />
        </span>
      </div>
    </FormDialog>
  );
}

/** Sends although the health of the number speaks against it, after a warning. */
function SendAnyway({ schedule, onDone }: { schedule: ScheduleView; onDone: () => void }) {
  const overrule = useOverruleSchedule();
  const onClick = async () => {
    const sure = await confirm({
      title: t('Enviar mesmo assim?'),
      text: t('O WhatsApp pode bloquear o número de vez. A sua decisão fica registrada.'),
      confirmLabel: t('Enviar mesmo assim'),
      danger: true,
    });
    if (sure) overrule.mutate(schedule.id, { onSuccess: onDone, onError: (error) => notifyError(error) });
  };
  return (
    <Button size="sm" variant="default" loading={overrule.isPending} onClick={() => void onClick()}>
      {t('Enviar mesmo assim')}
    </Button>
  );
}

function titleOf(record: ScheduleView | null): string {
  if (!record) return t('Novo agendamento');
  return record.status === 'ERRO' ? `${t('Editar agendamento')} · ${t('Erro de Envio')}` : t('Editar agendamento');
}

/** What saving will do: at once, how often, for how many. */
function Summary({ values, timeZone }: { values: ScheduleValues; timeZone: string }) {
  const at = momentIn(values, timeZone);
  if (!at) return null;
  if (at.getTime() <= clockNow()) return t('Este horário já passou: a mensagem sai assim que você salvar.');
  if (values.repeat === 'none') return values.contactIds.length > 1 ? t('{{count}} mensagens', { count: values.contactIds.length }) : null;
  const count = sendCount(ruleIn(values, timeZone), at, timeZone);
  return (
    <>
      <IconRepeat size={14} aria-hidden /> {count === null ? t('Repete sem data para acabar') : t('{{count}} envios', { count })}
    </>
  );
}
