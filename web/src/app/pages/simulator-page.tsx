import { Button } from '@mantine/core';
import { IconAdjustments, IconFlask, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useConnections } from '../../data/connections/queries.ts';
import { type Customer, isSame, people } from '../../features/channels/simulator/people.ts';
import { Phone } from '../../features/channels/simulator/phone.tsx';
import { Setup, type SetupProps } from '../../features/channels/simulator/setup.tsx';
import { useCreateSimulator } from '../../features/company/connections/mutations.ts';
import { errorText, notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { useStoredFlag } from '../../platform/storage.ts';
import { useMedia } from '../../platform/use-media.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Card, Page, PageHeader } from '../../ui/page/page-header.tsx';
import { PageSkeleton } from '../../ui/page/skeleton.tsx';
import css from './simulator-page.module.css';

/** A customer's phone on the screen, to try the service desk without a WhatsApp number. */
export function SimulatorPage() {
  usePageTitle(t('Simulador'));
  const me = useUser();
  const narrow = useMedia('(max-width: 899px)');
  const [params, setParams] = useSearchParams();
  const [keepUnread, setKeepUnread] = useStoredFlag('simulator:keepUnread', false);
  const [choosing, setChoosing] = useState(false);
  const connections = useConnections();
  const simulators = connections.data?.filter(({ channel }) => channel === 'simulator') ?? [];
  const connection = simulators.find(({ id }) => String(id) === params.get('connection')) ?? simulators[0];
  const customer = customerOf(params);

  if (!connections.data && connections.error) {
    return (
      <ErrorState
        title={t('Não foi possível carregar as conexões')}
        text={errorText(connections.error)}
        onRetry={() => void connections.refetch()}
      />
    );
  }
  if (!connections.data) return <PageSkeleton label={t('Carregando o simulador')} />;
  if (!connection) return <NoSimulator onCreated={(id) => setParams({ connection: String(id) })} />;

  const choose = (change: Record<string, string>) => {
    const kept = { connection: String(connection.id), from: customer.number, name: customer.name, group: customer.group ?? '' };
    setParams({ ...kept, ...change }, { replace: true });
    setChoosing(false);
  };
  const setup: SetupProps = {
    connections: simulators,
    connection,
    customer,
    keepUnread,
    onConnection: (id) => choose({ connection: String(id) }),
    onCustomer: ({ number, name, group = '' }) => choose({ from: number, name, group }),
    onKeepUnread: setKeepUnread,
  };
  const phone = (
    <Phone
      key={`${connection.id} ${customer.number} ${customer.group ?? ''}`}
      whatsappId={connection.id}
      customer={customer}
      companyName={me.company.name}
      keepUnread={keepUnread}
      aside={
        narrow && (
          <IconButton label={t('Trocar de cliente e outras opções')} onClick={() => setChoosing(true)}>
            <IconAdjustments size={18} />
          </IconButton>
        )
      }
    />
  );
  if (narrow) {
    return (
      <div className={css.full}>
        <h1 className="visually-hidden" tabIndex={-1} data-page-title>
          {t('Simulador')}
        </h1>
        {phone}
        {choosing && (
          <Dialog opened onClose={() => setChoosing(false)} title={t('Simulador')}>
            <Setup {...setup} />
          </Dialog>
        )}
      </div>
    );
  }
  return (
    <div className={css.wide}>
      <div className={css.left}>
        <PageHeader title={t('Simulador')} />
        <p className={css.lead}>
          {t(
            'Este é o celular de um cliente. O que você escreve nele chega à conexão {{name}} e aparece em Atendimentos; o que a equipe responde volta para cá. Nada sai para o WhatsApp.',
            {
              name: connection.name,
            },
          )}
        </p>
        <p className={css.lead}>
          <Link to="/tickets" target="_blank" rel="noreferrer">
            {t('Abrir Atendimentos em outra aba')}
          </Link>
        </p>
        <Card>
          <Setup {...setup} />
        </Card>
      </div>
      {phone}
    </div>
  );
}

function NoSimulator({ onCreated }: { onCreated: (whatsappId: number) => void }) {
  const create = useCreateSimulator();
  const onCreate = () => create.mutate(t('Simulador'), { onSuccess: ({ id }) => onCreated(id), onError: (error) => notifyError(error) });
  return (
    <Page>
      <PageHeader title={t('Simulador')} />
      <Card>
        <EmptyState
          art={<IconFlask />}
          title={t('Teste sem um número de WhatsApp')}
          action={
            <Button leftSection={<IconPlus size={16} />} loading={create.isPending} onClick={onCreate}>
              {t('Criar simulador')}
            </Button>
          }
        >
          {t('O simulador é um celular de mentira: você escreve como cliente, e a conversa chega em Atendimentos como qualquer outra.')}
        </EmptyState>
      </Card>
    </Page>
  );
}

/** The customer named in the address, or the first of the invented people. */
function customerOf(params: URLSearchParams): Customer {
  const number = params.get('from') ?? '';
  const group = params.get('group')?.trim().slice(0, 50) || undefined;
  const known = people.find((person) => isSame(person, { name: '', number, group }));
  if (known) return known;
  const name = params.get('name')?.trim().slice(0, 50);
  if (/^\d{8,15}$/.test(number) && name) return { name, number, group };
  return people[0] ?? { name: 'Helena Sampaio', number: '5548905550142' };
}
