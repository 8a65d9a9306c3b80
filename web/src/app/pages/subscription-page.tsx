import { subscriptionDay } from '@balcao/contract/plan-rules';
import { daysFrom } from '@balcao/contract/subscription-rules';
import { Button, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import css from '../../features/business/invoices/checkout.module.css';
import { now } from '../../platform/clock.ts';
import { formatDate } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** How long the trial lasts, where invoices go, and the way to subscribe. */
export function SubscriptionPage() {
  usePageTitle(t('Assinatura'));
  const user = useUser();
  const { trialExpiration, dueDate, email } = user.company;
  const left = dueDate ? daysFrom(subscriptionDay(new Date(now())), dueDate) : null;
  // Once the last day is another one than the trial's, the trial is over.
  const isTrial = trialExpiration !== null && trialExpiration === dueDate;
  return (
    <Page>
      <PageHeader title={t('Assinatura')} />
      <section className={css.card} style={{ maxWidth: 560 }}>
        <p>{dueDate === null || left === null ? t('A empresa ainda não tem assinatura.') : untilText({ isTrial, left, dueDate })}</p>
        <TextInput label={t('E-mail de cobrança')} readOnly value={email ?? user.email} />
        {can(user, 'drawer-admin-items:view') ? (
          <Button component={Link} to="/financeiro?pagar=nova">
            {t('Assine Agora!')}
          </Button>
        ) : (
          <p className={css.dim}>{t('Peça a um administrador')}</p>
        )}
      </section>
    </Page>
  );
}

/** `left`: days until the last one; negative once it is over. */
function untilText({ isTrial, left, dueDate }: { isTrial: boolean; left: number; dueDate: string }): string {
  const date = formatDate(dueDate);
  if (isTrial) {
    return left < 0
      ? t('Seu período de teste terminou em {{date}}.', { date })
      : t('Seu período de teste termina em {{count}} dias', { count: left });
  }
  return left < 0 ? t('Sua assinatura venceu em {{date}}.', { date }) : t('Sua assinatura vale até {{date}}.', { date });
}
