import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useConnections } from '../../../data/connections/queries.ts';
import { useQueues } from '../../../data/queues/queries.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';

const ConnectWizard = lazyPart(async () => ({
  default: (await import('../../../features/company/connections/wizard/connect-wizard.tsx')).ConnectWizard,
}));
const UserDialog = lazyPart(async () => ({ default: (await import('../../../features/company/users/user-dialog.tsx')).UserDialog }));

export type FirstDialog = { kind: 'connect'; channel: ConnectionChannel } | { kind: 'user' };

/** The dialogs of the administration pages, over the list. */
export function FirstStepsDialogs({
  dialog,
  isFirst,
  onDialog,
}: {
  dialog: FirstDialog | null;
  isFirst: boolean;
  onDialog: (dialog: FirstDialog | null) => void;
}) {
  const navigate = useNavigate();
  const queues = useQueues();
  const connections = useConnections();
  const onClose = () => onDialog(null);
  return (
    <Suspense>
      {dialog?.kind === 'connect' && (
        <ConnectWizard
          channel={dialog.channel}
          queues={queues.data ?? []}
          isFirst={isFirst}
          onClose={onClose}
          onOpenSimulator={(whatsappId) => void navigate(`/simulator?connection=${whatsappId}`)}
          onSwitch={() => void navigate('/connections')}
        />
      )}
      {dialog?.kind === 'user' && (
        <UserDialog user={null} queues={queues.data ?? []} connections={connections.data ?? []} onClose={onClose} />
      )}
    </Suspense>
  );
}
