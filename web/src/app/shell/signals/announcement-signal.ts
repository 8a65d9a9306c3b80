import { useNavigate } from 'react-router';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { chosenTone, isSilent } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';

/** Rings, in one tab, when operators announce something. */
export function useAnnouncementSignal(): void {
  const navigate = useNavigate();
  useLive('company-announcement', (news) => {
    if (news.action !== 'create' || !news.record.status || isSilent('announcement')) return;
    const { id, title, text } = news.record;
    void inOneTab(`announcement-${id}`, () => {
      ring(chosenTone('announcement'));
      notifyDesktop({ title, body: text, tag: `announcement${id}`, onClick: () => void navigate('/') });
    });
  });
}
