import type { FirstStepsView } from '@balcao/contract/first-steps';
import { usePhone } from '../../../data/simulator/queries.ts';
import type { Customer } from '../../../features/channels/simulator/people.ts';
import { CustomerPhone } from '../../../features/company/first-steps/customer-phone.tsx';
import { t } from '../../../platform/i18n.ts';

/** The phone beside the list: the conversation with the test customer once there is one, until then an example. */
export function FirstCustomer({
  view: { connection, answered },
  customer,
  company,
}: {
  view: FirstStepsView;
  customer: Customer;
  company: string;
}) {
  if (connection?.channel === 'simulator')
    return <TestPhone whatsappId={connection.id} customer={customer} company={company} waits={answered === null} />;
  const lines = [{ id: 'example', byCustomer: true, text: t('Oi! Vocês entregam no sábado?'), at: null }];
  return (
    <CustomerPhone
      company={company}
      lines={lines}
      waits={answered === null}
      caption={t('Prévia: é isto que o seu cliente vê. Nada sai antes de você ligar um número.')}
    />
  );
}

function TestPhone({ whatsappId, customer, company, waits }: { whatsappId: number; customer: Customer; company: string; waits: boolean }) {
  const phone = usePhone(whatsappId, customer);
  const lines = (phone.data ?? []).slice(-6).map(({ id, fromCustomer, body, at }) => ({ id, byCustomer: fromCustomer, text: body, at }));
  return (
    <CustomerPhone
      company={company}
      lines={lines}
      waits={waits}
      caption={t('Cliente de teste. As conversas de verdade aparecem do mesmo jeito.')}
    />
  );
}
