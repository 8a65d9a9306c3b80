import { IconClockHour4 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useScheduledFor } from '../../../data/schedules/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import { messageText } from './schedule-text.ts';
import css from './scheduled-notice.module.css';
import { whenText } from './send-later.tsx';
import { useTimeZone } from './time-zone.ts';

/** In a conversation: what will go out to this contact by itself. */
export function ScheduledNotice({ contactId }: { contactId: number }) {
  const timeZone = useTimeZone();
  const { data = [] } = useScheduledFor(contactId);
  const [next] = data;
  if (!next) return null;
  const text = messageText(next, timeZone);
  return (
    <Banner tone="info" place="edge" icon={<IconClockHour4 />} action={<Link to="/schedules?view=agenda">{t('Ver agendamentos')}</Link>}>
      <span className={css.text}>
        {t('Sai {{when}}.', { when: whenText(new Date(next.sendAt), timeZone) })} {text.length > 80 ? `${text.slice(0, 80)}…` : text}{' '}
        {data.length > 1 && t('E mais {{n}}.', { n: data.length - 1 })}
      </span>
    </Banner>
  );
}
