import type { InvoiceView } from '@balcao/contract/billing';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './checkout.module.css';

/** An invoice that was paid, and what it bought. */
export function Paid({ invoice, onLeave }: { invoice: InvoiceView; onLeave: () => void }) {
  return (
    <section className={`${css.card} ${css.paid}`} role="status">
      <IconCircleCheck size={48} aria-hidden />
      <h2>{t('Pagamento confirmado')}</h2>
      {invoice.renewedTo && <p>{t('Sua assinatura vale até {{date}}.', { date: formatDate(invoice.renewedTo) })}</p>}
      <dl className={css.review}>
        <div>
          <dt>{t('Valor')}</dt>
          <dd>{formatMoney(invoice.value)}</dd>
        </div>
        <div>
          <dt>{t('Forma')}</dt>
          <dd>Pix</dd>
        </div>
        {invoice.paidAt && (
          <div>
            <dt>{t('Pago em')}</dt>
            <dd>{formatDateTime(invoice.paidAt)}</dd>
          </div>
        )}
      </dl>
      <Button onClick={onLeave}>{t('Voltar')}</Button>
    </section>
  );
}
