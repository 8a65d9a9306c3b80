import type { ShownAnnouncement } from '@balcao/contract/announcements';
import { useState } from 'react';
import { formatDateTime } from '../../../platform/format.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './announcements-panel.module.css';
import { PriorityChip } from './priority-chip.tsx';

/** One announcement in full, with its picture. */
export function OpenAnnouncement({ announcement, onClose }: { announcement: ShownAnnouncement; onClose: () => void }) {
  const [broken, setBroken] = useState(false);
  const { title, text, priority, createdAt, mediaPath } = announcement;
  return (
    <Dialog opened onClose={onClose} title={title} width={560}>
      <p className={css.meta}>
        <PriorityChip priority={priority} />
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
      {mediaPath && !broken && <img className={css.picture} src={mediaPath} alt="" onError={() => setBroken(true)} />}
      <p className={css.whole}>{text}</p>
    </Dialog>
  );
}
