import { subscriptionDay } from '@balcao/contract/plan-rules';
import { now } from '../../../platform/clock.ts';
import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { can, useUser } from '../../../platform/session.ts';

/** Until when the company is active, or was; for admins. */
export function DueDate({ className }: { className?: string | undefined }) {
  const user = useUser();
  const { dueDate } = user.company;
  if (!dueDate || !can(user, 'drawer-admin-items:view')) return null;
  const date = formatDate(dueDate);
  const isOver = dueDate < subscriptionDay(new Date(now()));
  return <span className={className}>{isOver ? t('Sua assinatura venceu {{date}}', { date }) : t('Ativo até {{date}}', { date })}</span>;
}
