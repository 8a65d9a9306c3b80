import { useOpenSessions, useSecondFactor } from '../../../data/account/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { TwoStep } from './two-step.tsx';

/** How safely the person signs in, and where they are signed in. */
export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const secondFactor = useSecondFactor();
  const sessions = useOpenSessions();
  return (
    <Dialog opened onClose={onClose} title={t('Segurança')} width={520}>
      <TwoStep state={secondFactor.data} error={secondFactor.error} />
      <OpenSessions sessions={sessions.data} error={sessions.error} />
    </Dialog>
  );
}
