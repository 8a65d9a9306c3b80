import { Suspense } from 'react';
import { lazyPart } from '../../../platform/lazy-part.ts';

const SecurityDialog = lazyPart(async () => ({
  default: (await import('../../../features/company/security/security-dialog.tsx')).SecurityDialog,
}));
const NoticesDialog = lazyPart(async () => ({
  default: (await import('../../../features/team/notices/notices-dialog.tsx')).NoticesDialog,
}));
const AppearanceDialog = lazyPart(async () => ({ default: (await import('./appearance-dialog.tsx')).AppearanceDialog }));
const ProfileDialog = lazyPart(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }));

export type AccountDialog = 'profile' | 'notices' | 'appearance' | 'security';

/** What a person sets for themselves. */
export function AccountDialogs({ dialog, onClose }: { dialog: AccountDialog; onClose: () => void }) {
  return (
    <Suspense>
      {dialog === 'profile' && <ProfileDialog onClose={onClose} />}
      {dialog === 'notices' && <NoticesDialog onClose={onClose} />}
      {dialog === 'appearance' && <AppearanceDialog onClose={onClose} />}
      {dialog === 'security' && <SecurityDialog onClose={onClose} />}
    </Suspense>
  );
}
