import type { InvoiceView, PixCharge } from '@balcao/contract/billing';
import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconCheck, IconLock } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../platform/errors.ts';
import { formatMoney, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { recurrenceText } from '../../../platform/recurrence-text.ts';
import { useUser } from '../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { focusFirstError, useServerErrors } from '../../../ui/dialog/server-errors.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import css from './checkout.module.css';
import { type CheckoutValues, checkoutRules, checkoutValues } from './checkout-form.ts';
import { InvoiceState } from './invoice-state.tsx';
import { useSubscribe } from './mutations.ts';
import { PixPayment } from './pix-payment.tsx';

export type CheckoutProps = {
  /** Null: the next one, which is made if there is none. */
  invoice: InvoiceView | null;
  /** Null while it is not known. */
  price: number | null;
  /** There is a code to pay it by. */
  onCharged: (charge: PixCharge) => void;
  onLeave: () => void;
};

/** The way to a paid invoice: whom it is for, what it is for, a last look, and the Pix code. It begins with the plan, and asks for what of the payer is missing before the last look. */
export function Checkout({ invoice, price, onCharged, onLeave }: CheckoutProps) {
  const { company } = useUser();
  const [step, setStep] = useState(1);
  const card = useRef<HTMLElement>(null);
  const shown = useRef(step);
  // The button that led here is gone, and the focus with it.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    card.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [step]);
  const subscribe = useSubscribe();
  const form = useForm<CheckoutValues>({ initialValues: checkoutValues(company), validate: checkoutRules(), validateInputOnBlur: true });
  const refused = useServerErrors(form);
  const { plan } = company;
  const submit = async () => {
    await subscribe.mutateAsync({ invoiceId: invoice?.id ?? null, values: form.getValues() }).then(
      (charge) => {
        setStep(3);
        onCharged(charge);
        toastSuccess(t('Assinatura realizada com sucesso!, aguardando a realização do pagamento'), toastLife.administration);
      },
      (error: unknown) => {
        if (!refused.place(error, { ERR_BILLING_DOCUMENT: 'document' })) return;
        subscribe.reset();
        // At once: with the next frame the caret goes to the field that is wrong.
        flushSync(() => setStep(0));
      },
    );
  };
  const problem = subscribe.error && (
    <Banner tone="bad" icon={<IconAlertCircle />} urgent>
      {errorText(subscribe.error)}
    </Banner>
  );
  const text = (name: keyof CheckoutValues, label: string, required: boolean, maxLength: number) => (
    <TextInput label={label} required={required} maxLength={maxLength} {...form.getInputProps(name)} />
  );
  return (
    <div className={css.columns}>
      <div className={css.main}>
        <Steps at={step} isFilled={form.isValid()} />
        <section className={css.card} ref={card}>
          {step === 0 && (
            <form noValidate className={css.fields} onSubmit={form.onSubmit(() => setStep(plan ? 2 : 1), focusFirstError)}>
              <h2 tabIndex={-1}>{t('Dados da nota')}</h2>
              {text('firstName', t('Nome completo'), true, 120)}
              {text('document', t('CPF ou CNPJ'), false, 20)}
              {text('address2', t('Endereço'), true, 160)}
              <div className={css.pair}>
                {text('district', t('Bairro'), false, 80)}
                {text('city', t('Cidade'), true, 80)}
              </div>
              <div className={css.pair}>
                {text('state', t('Estado'), false, 40)}
                {text('zipcode', t('CEP'), true, 10)}
              </div>
              <Select
                label={t('País')}
                required
                allowDeselect={false}
                data={[
                  { value: 'BR', label: 'Brasil' },
                  { value: 'usa', label: t('Estados Unidos') },
                ]}
                {...form.getInputProps('country')}
              />
              <div className={css.foot}>
                <Button variant="default" onClick={onLeave}>
                  {t('Cancelar')}
                </Button>
                <Button type="submit">{t('Próximo')}</Button>
              </div>
            </form>
          )}
          {step === 1 && (
            <>
              <h2 tabIndex={-1}>{t('O plano da sua empresa')}</h2>
              {plan ? (
                <div className={css.plan}>
                  <strong>{plan.name}</strong>
                  <span className={css.price}>{t('{{price}} por mês', { price: formatMoney(plan.value) })}</span>
                  <ul>
                    <li>{t('{{count}} usuários', { count: plan.users })}</li>
                    <li>{t('{{count}} conexões', { count: plan.connections })}</li>
                    <li>{t('{{count}} filas', { count: plan.queues })}</li>
                  </ul>
                </div>
              ) : (
                <p>{t('A empresa não tem plano. Entre em contato com o suporte.')}</p>
              )}
              <div className={css.foot}>
                <Button variant="default" onClick={() => setStep(0)}>
                  {t('Dados da nota')}
                </Button>
                <Button onClick={() => setStep(form.isValid() ? 2 : 0)} disabled={!plan}>
                  {t('Próximo')}
                </Button>
              </div>
            </>
          )}
          {step === 2 && (
            <>
              <h2 tabIndex={-1}>{t('Revisar')}</h2>
              {problem}
              <dl className={css.review}>
                <div>
                  <dt>{t('Plano')}</dt>
                  <dd>{plan?.name}</dd>
                </div>
                <div>
                  <dt>{t('Recorrência')}</dt>
                  <dd>{recurrenceText(invoice?.recurrence ?? company.recurrence)}</dd>
                </div>
                {price !== null && (
                  <div>
                    <dt>{t('Total')}</dt>
                    <dd>{formatMoney(price)}</dd>
                  </div>
                )}
                <div>
                  <dt>{t('Nota para')}</dt>
                  <dd>{form.values.firstName}</dd>
                </div>
              </dl>
              <div className={css.foot}>
                <Button variant="default" onClick={() => setStep(1)}>
                  {t('Voltar')}
                </Button>
                <Button onClick={() => void submit()} loading={subscribe.isPending}>
                  {t('Assinar')}
                </Button>
              </div>
            </>
          )}
          {step === 3 && subscribe.data && (
            <PixPayment charge={subscribe.data} onAgain={() => void submit()} renewing={subscribe.isPending} />
          )}
        </section>
        <p className={css.note}>
          <IconLock size={14} aria-hidden />
          {t('O pagamento é feito no seu banco. O Balcão não guarda dados bancários.')}
        </p>
      </div>
      <aside className={css.card} aria-label={t('Resumo')}>
        <h2>{plan?.name ?? t('Sem plano')}</h2>
        <p className={css.dim}>{recurrenceText(invoice?.recurrence ?? company.recurrence)}</p>
        {plan && (
          <dl className={css.review}>
            <div>
              <dt>{t('Usuários')}</dt>
              <dd>{formatNumber(plan.users)}</dd>
            </div>
            <div>
              <dt>{t('Conexões')}</dt>
              <dd>{formatNumber(plan.connections)}</dd>
            </div>
            <div>
              <dt>{t('Filas')}</dt>
              <dd>{formatNumber(plan.queues)}</dd>
            </div>
          </dl>
        )}
        <div className={css.total}>
          <span>{t('Total')}</span>
          <strong>{price === null ? '—' : formatMoney(price)}</strong>
        </div>
        {invoice && (
          <div>
            <InvoiceState invoice={invoice} />
          </div>
        )}
      </aside>
    </div>
  );
}

/** `isFilled`: name and address are known; the way begins after them. */
function Steps({ at, isFilled }: { at: number; isFilled: boolean }) {
  const names = [t('Dados'), t('Personalizar'), t('Revisar'), t('Pagamento')];
  const isDone = (place: number) => (place === 0 ? at > 0 && isFilled : place < at);
  return (
    <ol className={css.steps} aria-label={t('Etapas')}>
      {names.map((name, place) => (
        <li key={name} aria-current={place === at ? 'step' : undefined} data-done={isDone(place) || undefined}>
          <span className={css.mark} aria-hidden>
            {isDone(place) ? <IconCheck size={14} /> : place + 1}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  );
}
