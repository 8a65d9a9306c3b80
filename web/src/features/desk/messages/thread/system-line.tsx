import type { TicketMove } from '@balcao/contract/tickets';
import {
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconCheck,
  IconRobot,
  IconRotateClockwise,
  IconStar,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react';
import { memo } from 'react';
import { formatDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { Mark } from '../../../../ui/marks/mark.tsx';
import { FilledText } from '../../../../ui/text/filled-text.tsx';
import css from './conversation.module.css';
import { moveText } from './move-text.ts';
import { waitedText } from './waited-text.ts';

const icons: Record<TicketMove['kind'], typeof IconCheck> = {
  accepted: IconUserCheck,
  returned: IconArrowBackUp,
  transferred: IconArrowsRightLeft,
  assigned: IconUserCheck,
  tagged: IconTag,
  closed: IconCheck,
  reopened: IconRotateClockwise,
  rated: IconStar,
  botBegan: IconRobot,
  botEnded: IconRobot,
  assistantFailed: IconRobot,
  assistantSilent: IconRobot,
};

/** A line of the conversation for people only: what happened to the ticket, by whom and when. `number`: of another ticket than the line before. */
export const SystemLine = memo(function SystemLine({ move, number }: { move: TicketMove; number: number | null }) {
  const Icon = icons[move.kind];
  const { by, queue, user, tags, note, waited, rating, rule } = move;
  const boundary = move.kind === 'closed' || move.kind === 'reopened';
  return (
    <li className={css.system} data-boundary={boundary || undefined} data-move={move.kind}>
      <Icon size={14} aria-hidden />
      <span>
        {number !== null && <b>#{number} · </b>}
        <FilledText
          text={moveText(move)}
          parts={{
            who: <b>{by?.name}</b>,
            to: <b>{[user?.name, queue?.name].filter(Boolean).join(' · ')}</b>,
            rule: <b>{rule}</b>,
            rating: <b>{rating === null ? '' : ratingText(rating)}</b>,
            added: <Tags tags={tags?.added} />,
            removed: <Tags tags={tags?.removed} />,
          }}
        />
        {waited !== null && ` · ${t('esperou {{time}}', { time: waitedText(waited) })}`}
        {' · '}
        <time dateTime={move.at} title={formatDateTime(move.at)}>
          {formatTime(move.at)}
        </time>
        {note && <span className={css.note}>{note}</span>}
      </span>
    </li>
  );
});

function Tags({ tags }: { tags: NonNullable<TicketMove['tags']>['added'] | undefined }) {
  return tags?.map((tag) => (
    <span key={tag.id}>
      <Mark color={tag.color} name={tag.name} look="line" />{' '}
    </span>
  ));
}

/** Of 1 to 3, as the customer was asked. */
function ratingText(rating: number): string {
  if (rating === 1) return t('Insatisfeito');
  return rating === 2 ? t('Satisfeito') : t('Muito Satisfeito');
}
