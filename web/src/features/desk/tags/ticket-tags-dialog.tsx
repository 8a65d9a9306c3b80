import type { TicketView } from '@balcao/contract/tickets';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './ticket-tags.module.css';
import { CarriedTags, TagPicker, useTagging } from './ticket-tags.tsx';

export type TicketTagsDialogProps = {
  /** As it is now. */
  ticket: TicketView;
  /** Called with the ticket after its tags changed. */
  onChanged: (ticket: TicketView) => void;
  onClose: () => void;
};

/** The tags of a ticket, to be put on and taken off one after the other, without the panel. */
export function TicketTagsDialog({ ticket, onChanged, onClose }: TicketTagsDialogProps) {
  const tagging = useTagging(ticket, onChanged);
  return (
    <Dialog opened onClose={onClose} width={380} title={t('Tags de #{{id}}', { id: ticket.number })}>
      <div className={css.apart}>
        {ticket.tags.length > 0 && <CarriedTags ticket={ticket} onTake={tagging.take} />}
        <div>
          <TagPicker carried={ticket.tags.map(({ id }) => id)} onPick={tagging.pick} />
        </div>
      </div>
    </Dialog>
  );
}
