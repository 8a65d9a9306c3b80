import type { InvoiceView } from '@balcao/contract/billing';
import { type Recurrence, subscriptionDay } from '@balcao/contract/plan-rules';
import { daysFrom, priceOf } from '@balcao/contract/subscription-rules';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type InvoiceStatus, useInvoice, useInvoices } from '../../data/billing/queries.ts';
import { useUsage } from '../../data/companies/queries.ts';
import css from '../../features/business/invoices/checkout.module.css';
import { Checkout } from '../../features/business/invoices/checkout.tsx';
import { InvoicesTable } from '../../features/business/invoices/invoices-table.tsx';
import { Paid } from '../../features/business/invoices/paid.tsx';
import { now } from '../../platform/clock.ts';
import { errorText } from '../../platform/errors.ts';
import { formatDate, formatMoney, formatNumber } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { useLive } from '../../platform/socket.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { FieldsSkeleton } from '../../ui/page/skeleton.tsx';

/** How long a payment is shown before the app goes back to the start. */
const leaveAfterMs = 4000;

/** The invoices of the company, and the way to pay one (`pagar` in the address: its number, or `nova` for the next one). */
export function BillingPage() {
  usePageTitle(t('Financeiro'));
  const [params, setParams] = useSearchParams();
  const chosen = params.get('pagar');
  useLeaveWhenPaid();
  const onLeave = () => setParams({}, { replace: true });
  return (
    <Page>
      {chosen ? <Payment chosen={chosen} onLeave={onLeave} /> : <Invoices onPay={({ id }) => setParams({ pagar: String(id) })} />}
    </Page>
  );
}

/** Whoever pays is told, and brought back to the start. */
function useLeaveWhenPaid(): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const paying = params.has('pagar');
  useLive('payment', ({ company }) => {
    if (!paying) return;
    const date = company.dueDate ? formatDate(company.dueDate) : '';
    toastSuccess(t('Sua licença foi renovada até {{date}}!', { date }), toastLife.administration);
    timer = window.setTimeout(() => void navigate('/'), leaveAfterMs);
  });
  useEffect(() => () => window.clearTimeout(timer), []);
}

let timer = 0;

function Payment({ chosen, onLeave }: { chosen: string; onLeave: () => void }) {
  const id = Number(chosen) || 0;
  // Which invoice the next one is, is known once it has a code.
  const [charged, setCharged] = useState(0);
  const invoice = useInvoice(id || charged);
  const nextPrice = useNextPrice();
  const title = id > 0 ? t('Fatura {{id}}', { id: String(id) }) : t('Assinar');
  return (
    <>
      <nav className={css.crumb} aria-label={t('Caminho')}>
        <Link to="/financeiro">{t('Financeiro')}</Link>
        <IconChevronRight size={14} aria-hidden />
        <span>{title}</span>
      </nav>
      <PageHeader title={invoice.data?.status === 'paid' ? title : id > 0 ? t('Pagar a fatura {{id}}', { id: String(id) }) : title} />
      {invoice.data?.status === 'paid' ? (
        <Paid invoice={invoice.data} onLeave={onLeave} />
      ) : invoice.data || id === 0 ? (
        <Checkout
          invoice={invoice.data ?? null}
          price={invoice.data?.value ?? nextPrice}
          onCharged={({ invoiceId }) => setCharged(invoiceId)}
          onLeave={onLeave}
        />
      ) : invoice.error ? (
        <ErrorState title={t('Não foi possível abrir a fatura')} text={errorText(invoice.error)} onRetry={() => void invoice.refetch()} />
      ) : (
        <FieldsSkeleton rows={5} label={t('Carregando a fatura')} />
      )}
    </>
  );
}

/** What the next payment costs: the earliest unpaid invoice, or what the plan costs; null while that is not known. */
function useNextPrice(): number | null {
  const { company } = useUser();
  const { rows } = useInvoices('', '');
  if (!rows || !company.plan) return null;
  const unpaid = rows.filter(({ status }) => status !== 'paid').at(-1);
  return unpaid?.value ?? priceOf(company.plan, (company.recurrence || 'MENSAL') as Recurrence) / 100;
}

function Invoices({ onPay }: { onPay: (invoice: InvoiceView) => void }) {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const status = statuses.find((each) => each === params.get('status')) ?? '';
  const list = useInvoices(search, status);
  const usage = useUsage(user.companyId).data;
  const { dueDate, plan } = user.company;
  const days = dueDate ? daysFrom(subscriptionDay(new Date(now())), dueDate) : null;
  const change = (change: Record<string, string>) => {
    const next = { ...(search && { search }), ...(status && { status }), ...change };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), { replace: true });
  };
  return (
    <>
      <PageHeader
        title={t('Faturas')}
        count={list.count}
        actions={
          <Button variant="default" component={Link} to="/subscription">
            {t('Assinatura')}
          </Button>
        }
        search={<SearchInput label={t('Buscar fatura')} value={search} onSearch={(text) => change({ search: text })} />}
      />
      <div className={css.facts}>
        <div>
          <span>{t('Plano')}</span>
          <strong>{plan?.name ?? '—'}</strong>
          <span>{plan ? t('{{price}} por mês', { price: formatMoney(plan.value) }) : t('A empresa não tem plano.')}</span>
        </div>
        <div>
          <span>{days !== null && days < 0 ? t('Venceu em') : t('Ativo até')}</span>
          <strong>{dueDate ? formatDate(dueDate) : '—'}</strong>
          <span>
            {days === null
              ? ''
              : days >= 0
                ? t('faltam {{count}} dias', { count: days })
                : t('vencida há {{count}} dias', { count: -days })}
          </span>
        </div>
        <div>
          <span>{t('Usuários')}</span>
          <strong>{usage ? formatNumber(usage.users) : '—'}</strong>
          <span>{plan ? t('de {{limit}} do plano', { limit: formatNumber(plan.users) }) : ''}</span>
        </div>
        <div>
          <span>{t('Conexões')}</span>
          <strong>{usage ? formatNumber(usage.connections) : '—'}</strong>
          <span>{plan ? t('de {{limit}} do plano', { limit: formatNumber(plan.connections) }) : ''}</span>
        </div>
      </div>
      <div className={css.filters} role="group" aria-label={t('Situação')}>
        {statuses.map((each) => (
          <Button
            key={each}
            size="compact-sm"
            radius="xl"
            variant={each === status ? 'light' : 'default'}
            aria-pressed={each === status}
            onClick={() => change({ status: each })}
          >
            {statusText(each)}
          </Button>
        ))}
      </div>
      <InvoicesTable
        list={list}
        searching={search !== '' || status !== ''}
        isOver={days === null || days < 0}
        onPay={can(user, 'drawer-admin-items:view') ? onPay : null}
      />
    </>
  );
}

const statuses: readonly InvoiceStatus[] = ['', 'open', 'overdue', 'paid'];

function statusText(status: InvoiceStatus): string {
  return { '': t('Todas'), open: t('Em Aberto'), overdue: t('Vencido'), paid: t('Pago') }[status];
}
