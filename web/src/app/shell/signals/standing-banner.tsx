import { addDays } from '@balcao/contract/subscription-rules';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../platform/api.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { can, keepSession, useUser } from '../../../platform/session.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import type { Standing } from './standing.ts';

/** How the company stands: soon to end, only to be read, or ended; and who is here on behalf of whom. */
export function StandingBanner({ standing }: { standing: Standing | null }) {
  const user = useUser();
  const { dueDate, graceDays, name } = user.company;
  const pay = can(user, 'drawer-admin-items:view') ? <Link to="/financeiro">{t('Pagar agora')}</Link> : undefined;
  const date = dueDate ? formatDate(dueDate) : '';
  return (
    <>
      {user.operator && (
        <Banner tone="warn" place="edge" icon={<IconUserShield />} action={<Leave />}>
          {t('Você está em {{company}} como {{user}}. O que fizer fica registrado com o seu nome.', { company: name, user: user.name })}
        </Banner>
      )}
      {standing?.state === 'ending' && (
        <Banner tone="warn" place="edge" icon={<IconAlertTriangle />} action={pay}>
          {t('Sua assinatura vence em {{days}} dia(s)', { days: standing.days })}
        </Banner>
      )}
      {standing?.state === 'grace' && dueDate && (
        <Banner tone="bad" place="edge" icon={<IconAlertCircle />} action={pay}>
          {t('Sua assinatura venceu em {{date}}. Até {{until}} você consulta tudo, mas nada é alterado nem enviado.', {
            date,
            until: formatDate(addDays(dueDate, graceDays)),
          })}
        </Banner>
      )}
      {standing?.state === 'expired' && (
        <Banner tone="bad" place="edge" icon={<IconAlertCircle />} action={pay}>
          {t('Sua assinatura venceu em {{date}}. Pague a fatura para voltar a atender.', { date })}
        </Banner>
      )}
    </>
  );
}

/** Back to the operator's own company. The page is loaded anew: all it knows is another company's. */
function Leave() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      keepSession(await api('POST /v1/session/leave'));
      window.location.assign('/settings?tab=companies');
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={() => void leave()}>
      {t('Voltar à minha empresa')}
    </Button>
  );
}
