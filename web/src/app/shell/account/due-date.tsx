import { formatDate } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { can, useUser } from '../../../platform/session.ts';

/** Until when the company is active; for admins. */
export function DueDate({ className }: { className?: string | undefined }) {
  const user = useUser();
  const { dueDate } = user.company;
  if (!dueDate || !can(user, 'drawer-admin-items:view')) return null;
  return <span className={className}>{t('Ativo até {{date}}', { date: formatDate(dueDate) })}</span>;
}
