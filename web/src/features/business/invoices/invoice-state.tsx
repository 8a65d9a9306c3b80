import type { InvoiceView } from '@balcao/contract/billing';
import { invoiceState } from '@balcao/contract/billing-rules';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { now } from '../../../platform/clock.ts';
import { t } from '../../../platform/i18n.ts';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';

/** Whether an invoice is paid, overdue or open. */
export function InvoiceState({ invoice }: { invoice: Pick<InvoiceView, 'status' | 'dueDate'> }) {
  const state = invoiceState(invoice, subscriptionDay(new Date(now())));
  if (state === 'paid')
    return (
      <StatusChip tone="ok" icon={<IconCircleCheck />}>
        {t('Pago')}
      </StatusChip>
    );
  return state === 'overdue' ? (
    <StatusChip tone="bad" icon={<IconAlertCircle />}>
      {t('Vencido')}
    </StatusChip>
  ) : (
    <StatusChip tone="warn" icon={<IconClock />}>
      {t('Em Aberto')}
    </StatusChip>
  );
}
