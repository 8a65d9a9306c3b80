import { clockAt, dayAt } from '@balcao/contract/schedule-rules';
import { scheduleBodyMin } from '@balcao/contract/schedules';
import { Menu } from '@mantine/core';
import {
  IconCalendarPlus,
  IconChevronDown,
  IconClockHour4,
  IconMoon,
  IconSquare,
  IconSquareCheck,
  IconSun,
  IconSunHigh,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { RenderTemplateField } from '../../../data/templates/choosing.ts';
import { now as clockNow } from '../../../platform/clock.ts';
import { useCommand } from '../../../platform/commands.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { toastUndo } from '../../../platform/toast.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LateMenu } from '../../../ui/late-popup.tsx';
import { type LaterTime, laterTimes } from './later-times.ts';
import { useDeleteSchedule, useSaveSchedule } from './mutations.ts';
import { bodyFor, newValues } from './schedule-form.ts';
import { useTimeZone } from './time-zone.ts';

const ScheduleDialog = lazyPart(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }));

export type SendLaterProps = {
  /** What is written; without it there is nothing to send. */
  text: string;
  contact: { id: number; name: string };
  whatsappId: number | null;
  renderTemplate: RenderTemplateField;
  /** The text is scheduled now. */
  onTaken: () => void;
};

/** The arrow beside the button that sends: later today, tomorrow, or whenever. */
export function SendLater({ text, contact, whatsappId, renderTemplate, onTaken }: SendLaterProps) {
  const timeZone = useTimeZone();
  const save = useSaveSchedule();
  const remove = useDeleteSchedule();
  const [cancel, setCancel] = useState(true);
  const [choosing, setChoosing] = useState(false);
  useCommand('composer.later', t('Enviar depois'), () => setChoosing(true));
  const short = text.trim().length < scheduleBodyMin;
  const sendAt = (at: Date) => {
    const values = newValues({ contactId: contact.id, at, body: text }, timeZone);
    const body = bodyFor({ ...values, cancelIfAnswered: cancel, whatsappId: whatsappId === null ? null : String(whatsappId) }, contact.id);
    save.mutate(
      { id: null, body },
      {
        onSuccess: ({ id }) => {
          onTaken();
          toastUndo(t('Sai {{when}}.', { when: whenText(at, timeZone) }), t('Desfazer'), () =>
            remove.mutate(id, { onError: (error) => notifyError(error) }),
          );
        },
        onError: (error) => notifyError(error),
      },
    );
  };
  return (
    <>
      <LateMenu
        position="top-end"
        width={280}
        withInitialFocusPlaceholder={false}
        button={(given) => (
          <IconButton
            label={short ? t('Enviar depois: escreva a mensagem primeiro') : t('Enviar depois')}
            variant="filled"
            disabled={save.isPending}
            {...given}
          >
            <IconChevronDown size={18} />
          </IconButton>
        )}
      >
        {laterTimes(new Date(clockNow()), timeZone).map(({ kind, at }) => (
          <Menu.Item
            key={kind}
            disabled={short}
            leftSection={<TimeIcon kind={kind} />}
            rightSection={<small>{whenText(at, timeZone)}</small>}
            onClick={() => sendAt(at)}
          >
            {timeWord(kind)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconCalendarPlus size={18} />} onClick={() => setChoosing(true)}>
          {t('Escolher data e hora…')}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={cancel ? <IconSquareCheck size={18} aria-label={t('Sim')} /> : <IconSquare size={18} aria-label={t('Não')} />}
          onClick={() => setCancel(!cancel)}
        >
          {t('Cancelar se {{name}} responder antes', { name: contact.name.split(' ')[0] ?? '' })}
        </Menu.Item>
      </LateMenu>
      {choosing && (
        <Suspense>
          <ScheduleDialog
            schedule={{ contactId: contact.id, at: new Date(clockNow() + 3_600_000), body: text, whatsappId, cancelIfAnswered: cancel }}
            contacts={[contact]}
            renderTemplate={renderTemplate}
            onSaved={onTaken}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function TimeIcon({ kind }: Pick<LaterTime, 'kind'>) {
  switch (kind) {
    case 'hour':
      return <IconClockHour4 size={18} />;
    case 'afternoon':
      return <IconSunHigh size={18} />;
    case 'evening':
      return <IconMoon size={18} />;
    case 'tomorrow':
    case 'monday':
      return <IconSun size={18} />;
  }
}

function timeWord(kind: LaterTime['kind']): string {
  switch (kind) {
    case 'hour':
      return t('Daqui a 1 hora');
    case 'afternoon':
      return t('Hoje à tarde');
    case 'evening':
      return t('Hoje à noite');
    case 'tomorrow':
      return t('Amanhã cedo');
    case 'monday':
      return t('Segunda cedo');
  }
}

/** `hoje, 10:46` or `23/11, 08:00`. */
export function whenText(at: Date, timeZone: string): string {
  const day = dayAt(at, timeZone);
  const clock = clockAt(at, timeZone);
  if (day === dayAt(new Date(clockNow()), timeZone)) return t('hoje, {{clock}}', { clock });
  return `${day.slice(8)}/${day.slice(5, 7)}, ${clock}`;
}
