import { IconShieldLock } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { Banner } from '../../../ui/page/banner.tsx';

const SecurityDialog = lazyPart(async () => ({
  default: (await import('../../../features/company/security/security-dialog.tsx')).SecurityDialog,
}));

/** Says to an operator that they are none until they have a second factor. */
export function SecondFactorBanner() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Banner
        tone="warn"
        place="edge"
        icon={<IconShieldLock />}
        action={
          <button type="button" onClick={() => setOpen(true)}>
            {t('Ativar agora')}
          </button>
        }
      >
        <b>{t('Falta a verificação em duas etapas.')}</b> {t('Sem ela, as funções de operador ficam bloqueadas.')}
      </Banner>
      <Suspense>{open && <SecurityDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
