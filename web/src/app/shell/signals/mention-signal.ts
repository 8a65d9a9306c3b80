import { useNavigate } from 'react-router';
import { useLive } from '../../../platform/socket.ts';

/** Tells this person that a note calls them. */
export function useMentionSignal(): void {
  const navigate = useNavigate();
  useLive('ping', (news) => {
    if (news.action === 'create' && news.ping.kind === 'mention')
      void import('./tell-mention.ts').then(({ tellMention }) => tellMention(news.ping, (path) => void navigate(path)));
  });
}
