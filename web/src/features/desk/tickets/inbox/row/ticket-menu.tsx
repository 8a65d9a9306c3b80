import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { Menu } from '@mantine/core';
import {
  IconBell,
  IconBellOff,
  IconCalendarPlus,
  IconClockPause,
  IconFlag3,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconPin,
  IconPinnedOff,
  IconSelect,
  IconSun,
} from '@tabler/icons-react';
import { useId } from 'react';
import { now } from '../../../../../platform/clock.ts';
import { t } from '../../../../../platform/i18n.ts';
import { useFocusReturn } from '../../../../../ui/dialog/focus-return.ts';
import { useTicketMarking } from '../../marking.ts';
import { snoozeChoices } from '../snooze/snooze-choices.ts';
import { choiceText, momentText } from '../snooze/snooze-text.ts';
import css from './ticket-menu.module.css';

export type TicketMenuProps = {
  ticket: TicketView;
  mark: TicketMark | undefined;
  /** Where it opens, in the window. */
  at: { x: number; y: number };
  onClose: () => void;
  onPick: (ticket: TicketView) => void;
  onSnoozeDialog: (ticket: TicketView) => void;
};

/** What a person may do with a row besides moving it: pin, mute, mark, set aside. */
export function TicketMenu({ ticket, mark, at, onClose, onPick, onSnoozeDialog }: TicketMenuProps) {
  const marking = useTicketMarking();
  useFocusReturn();
  const id = useId();
  const active = ticket.status !== 'closed';
  const size = 18;
  const set = (change: Parameters<typeof marking.mark>[1]) => () => void marking.mark(ticket.id, change);
  return (
    <Menu opened onClose={onClose} position="bottom-end" trapFocus>
      <Menu.Target>
        <span className={css.anchor} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      {/* By itself: the library would name it after its target, which has no text. */}
      <Menu.Dropdown id={id} aria-labelledby={id} aria-label={t('Ações de {{name}}', { name: ticket.contact.name })}>
        <Menu.Item
          leftSection={mark?.pinned ? <IconPinnedOff size={size} /> : <IconPin size={size} />}
          onClick={set({ pinned: !mark?.pinned })}
        >
          {mark?.pinned ? t('Desafixar') : t('Fixar no topo')}
        </Menu.Item>
        <Menu.Item
          leftSection={mark?.unread ? <IconMailOpened size={size} /> : <IconMail size={size} />}
          onClick={set({ unread: !mark?.unread })}
        >
          {mark?.unread ? t('Tirar de não lidas') : t('Marcar como não lida')}
        </Menu.Item>
        <Menu.Item
          leftSection={mark?.muted ? <IconBell size={size} /> : <IconBellOff size={size} />}
          onClick={set({ muted: !mark?.muted })}
        >
          {mark?.muted ? t('Voltar a avisar') : t('Silenciar para mim')}
        </Menu.Item>
        {active && (
          <Menu.Item leftSection={<IconFlag3 size={size} />} onClick={() => void marking.urgent(ticket, !ticket.priority)}>
            {ticket.priority ? t('Tirar a prioridade') : t('Marcar como prioridade')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconSelect size={size} />} onClick={() => onPick(ticket)}>
          {t('Selecionar')}
        </Menu.Item>
        {active && <Menu.Divider />}
        {active && ticket.snoozedAt !== null && (
          <Menu.Item leftSection={<IconSun size={size} />} onClick={() => void marking.wake(ticket)}>
            {t('Trazer de volta')}
          </Menu.Item>
        )}
        {active && ticket.snoozedAt === null && (
          <>
            <Menu.Label>{t('Adiar')}</Menu.Label>
            {snoozeChoices(new Date(now())).map(({ kind, at }) => (
              <Menu.Item
                key={kind}
                leftSection={<IconClockPause size={size} />}
                rightSection={<span className={css.when}>{momentText(at, now())}</span>}
                onClick={() => void marking.snooze(ticket, at.toISOString())}
              >
                {choiceText(kind)}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={<IconMessage size={size} />} onClick={() => void marking.snooze(ticket, null)}>
              {t('Até o cliente escrever')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCalendarPlus size={size} />} onClick={() => onSnoozeDialog(ticket)}>
              {t('Escolher data e hora…')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
