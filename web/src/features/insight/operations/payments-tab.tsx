import type { PaymentView } from '@balcao/contract/billing';
import { Button, Switch } from '@mantine/core';
import { IconBellRinging, IconCashBanknote, IconCircleCheck, IconRotate } from '@tabler/icons-react';
import { notifyError } from '../../../platform/errors.ts';
import { formatDateTime, formatMoney, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { useRegisterWebhook, useResolvePayment } from './mutations.ts';
import css from './operations.module.css';

type PaymentsProps = {
  list: InfiniteRows<PaymentView>;
  /** Who takes payments; null: nobody; undefined: not known yet. */
  provider: string | null | undefined;
  odd: boolean;
  onOdd: (odd: boolean) => void;
};

const providers: Record<string, string> = { efi: 'Efí', asaas: 'Asaas', simulated: 'Pix simulado' };
const nameOf = (provider: string) => providers[provider] ?? provider;

/** What came by Pix, in all companies; first what bought nothing, until somebody has seen to it. */
export function PaymentsTab({ list, provider, odd, onOdd }: PaymentsProps) {
  const resolve = useResolvePayment();
  const register = useRegisterWebhook();
  const announce = () =>
    register.mutate(undefined, {
      onSuccess: ({ provider: name, url }) =>
        toastSuccess(t('{{provider}} avisa agora em {{url}}.', { provider: nameOf(name), url }), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  const columns: Column<PaymentView>[] = [
    {
      id: 'company',
      header: t('Empresa'),
      lead: true,
      cell: (payment) => <TwoLines first={payment.company.name} second={t('fatura {{id}}', { id: payment.invoiceId })} />,
    },
    { id: 'value', header: t('Valor'), align: 'end', oneLine: true, cell: (payment) => formatMoney(payment.value) },
    {
      id: 'outcome',
      header: t('Status'),
      cell: (payment) => <TwoLines first={<Outcome payment={payment} />} second={resolvedText(payment)} />,
    },
    { id: 'paidAt', header: t('Quando'), oneLine: true, cell: (payment) => formatDateTime(payment.paidAt) },
    { id: 'key', header: t('Pix'), cell: (payment) => <code className={css.details}>{payment.key}</code> },
  ];
  return (
    <>
      <div className={css.banner}>
        {provider === null && (
          <Banner tone="warn" icon={<IconCashBanknote />}>
            {t('Ninguém recebe pagamentos: falta PIX_PROVIDER no ambiente.')}
          </Banner>
        )}
        {provider && (
          <Banner
            tone="info"
            icon={<IconCashBanknote />}
            action={
              provider !== 'simulated' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconBellRinging size={16} />}
                  loading={register.isPending}
                  onClick={announce}
                >
                  {t('Ativar os avisos de pagamento')}
                </Button>
              )
            }
          >
            {t('Os pagamentos são recebidos por {{provider}}.', { provider: nameOf(provider) })}
          </Banner>
        )}
      </div>
      <div className={css.filters}>
        <Switch label={t('Só os que pedem atenção')} checked={odd} onChange={(event) => onOdd(event.currentTarget.checked)} />
      </div>
      <DataTable
        label={t('Pagamentos')}
        columns={columns}
        list={list}
        nameOf={(payment) => payment.company.name}
        actions={(payment) =>
          payment.outcome === 'applied'
            ? []
            : [
                payment.resolvedAt
                  ? { label: t('Reabrir o pagamento'), icon: <IconRotate size={18} />, onClick: () => note(payment, false) }
                  : { label: t('Marcar como resolvido'), icon: <IconCircleCheck size={18} />, onClick: () => note(payment, true) },
              ]
        }
        empty={
          odd ? (
            <EmptyState art={<IconCircleCheck />} title={t('Nenhum pagamento pede atenção')}>
              {t('O que vier a mais ou a menos aparece aqui até alguém resolver.')}
            </EmptyState>
          ) : (
            <EmptyState art={<IconCashBanknote />} title={t('Nenhum pagamento ainda')}>
              {t('Os pagamentos das faturas por Pix aparecem aqui.')}
            </EmptyState>
          )
        }
      />
    </>
  );

  function note({ id }: PaymentView, resolved: boolean): void {
    resolve.mutate({ id, resolved }, { onError: (error) => notifyError(error) });
  }
}

function Outcome({ payment: { outcome, asked, resolvedAt } }: { payment: PaymentView }) {
  if (outcome === 'applied') return <StatusChip tone="ok">{t('Pagou a fatura')}</StatusChip>;
  const text = outcome === 'surplus' ? t('A mais: a fatura já estava paga') : t('A menos: pedido {{value}}', { value: formatMoney(asked) });
  return <StatusChip tone={resolvedAt ? 'ok' : 'warn'}>{resolvedAt ? `${t('Resolvido')} · ${text}` : text}</StatusChip>;
}

function resolvedText({ resolvedAt, resolvedBy }: PaymentView): string | undefined {
  return resolvedAt ? t('por {{name}} em {{when}}', { name: resolvedBy ?? '–', when: formatShortDateTime(resolvedAt) }) : undefined;
}
