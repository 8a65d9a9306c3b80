import type { ConnectionView } from '@balcao/contract/connections';
import { settingValue } from '@balcao/contract/setting-rules';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useConnections, useMeters } from '../../data/connections/queries.ts';
import { useQueues } from '../../data/queues/queries.ts';
import { useCompany, useSettings } from '../../data/settings/queries.ts';
import type { Remedy } from '../../features/company/connections/connection-reasons.ts';
import { connectionsFound } from '../../features/company/connections/connection-search.ts';
import { ConnectionsTable } from '../../features/company/connections/connections-table.tsx';
import { DownBanner } from '../../features/company/connections/down-banner.tsx';
import { ConnectionDialog } from '../../features/company/connections/form/connection-dialog.tsx';
import { HealthCell } from '../../features/company/connections/health/health-meter.tsx';
import { HealthPanel } from '../../features/company/connections/health/health-panel.tsx';
import { QrDialog } from '../../features/company/connections/link/qr-dialog.tsx';
import { type SessionVerb, useDeleteConnection, useMakeDefault, useSession } from '../../features/company/connections/mutations.ts';
import { SessionActions } from '../../features/company/connections/session-actions.tsx';
import { ConnectWizard } from '../../features/company/connections/wizard/connect-wizard.tsx';
import { SwitchDialog } from '../../features/company/connections/wizard/switch-dialog.tsx';
import { TemplatesPanel } from '../../features/outbound/templates/templates-panel.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirm, confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

type Opened = { dialog: 'wizard' } | { dialog: 'edit' | 'code' | 'switch' | 'health' | 'templates'; whatsappId: number } | null;

/** The WhatsApp numbers of the company. Those who may not manage them see how they are doing. */
export function ConnectionsPage() {
  usePageTitle(t('Conexões'));
  const me = useUser();
  const navigate = useNavigate();
  const [search, setSearch] = useAddressSearch();
  const [opened, setOpened] = useState<Opened>(null);
  const connections = useConnections();
  const queues = useQueues();
  const settings = useSettings();
  const company = useCompany(me.companyId);
  const session = useSession();
  const remove = useDeleteConnection();
  const makeDefault = useMakeDefault();
  const manages = can(me, 'connections-page:editOrDeleteConnection');
  const close = () => setOpened(null);
  const open = (dialog: 'edit' | 'code' | 'switch' | 'health' | 'templates', whatsappId: number) => setOpened({ dialog, whatsappId });
  const numbers = (connections.data ?? []).filter(({ channel }) => channel !== 'simulator');
  const meters = useMeters(manages ? numbers.map(({ id }) => id) : []);

  const run = ({ id }: ConnectionView, verb: SessionVerb) => {
    const onSuccess = () => verb === 'renew' && open('code', id);
    session.mutate({ whatsappId: id, verb }, { onSuccess, onError: (error) => notifyError(error) });
  };
  const onEnd = async (connection: ConnectionView) => {
    const text = t('As mensagens deste número deixam de chegar até alguém conectá-lo de novo.');
    if (await confirm({ title: t('Desconectar {{name}}?', { name: connection.name }), text, confirmLabel: t('Desconectar'), danger: true }))
      run(connection, 'end');
  };
  const onDelete = async (connection: ConnectionView) => {
    const more = t('As conversas e o histórico ficam guardados.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: connection.name }), more))) return;
    remove.mutate(connection.id, {
      onSuccess: () => toastSuccess(t('Conexão excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const onMakeDefault = ({ id }: ConnectionView) =>
    makeDefault.mutate(id, {
      onSuccess: () => toastSuccess(t('Conexão padrão trocada.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  const onMend = (connection: ConnectionView, how: Remedy | 'code') => {
    if (how === 'code' || how === 'switch') open(how, connection.id);
    else run(connection, how);
  };

  const shown = opened && 'whatsappId' in opened ? connections.data?.find(({ id }) => id === opened.whatsappId) : undefined;
  const busy = (id: number) => (session.isPending && session.variables.whatsappId === id ? session.variables.verb : null);
  return (
    <Page>
      <PageHeader
        title={t('Conexões')}
        count={connections.data?.length}
        search={<SearchInput label={t('Buscar por nome ou número')} value={search} onSearch={setSearch} />}
        actions={
          can(me, 'connections-page:addConnection') && (
            <Button leftSection={<IconPlus size={16} />} disabled={!connections.data} onClick={() => setOpened({ dialog: 'wizard' })}>
              {t('Adicionar WhatsApp')}
            </Button>
          )
        }
      />
      <DownBanner connections={connections.data ?? []} onMend={manages ? onMend : undefined} />
      <ConnectionsTable
        list={{
          rows: connections.data && connectionsFound(connections.data, search),
          error: connections.error,
          retry: () => void connections.refetch(),
        }}
        searching={search !== ''}
        {...(manages && {
          manage: {
            session: (connection: ConnectionView) => (
              <SessionActions
                connection={connection}
                busy={busy(connection.id)}
                onShowCode={() => open('code', connection.id)}
                onStart={() => run(connection, 'start')}
                onRenew={() => run(connection, 'renew')}
                onEnd={() => void onEnd(connection)}
              />
            ),
            health: (connection: ConnectionView) => (
              <HealthCell connection={connection} meter={meters.get(connection.id)} onOpen={() => open('health', connection.id)} />
            ),
            onHealth: ({ id }: ConnectionView) => open('health', id),
            onTemplates: ({ id }: ConnectionView) => open('templates', id),
            onEdit: ({ id }: ConnectionView) => open('edit', id),
            onDelete: (connection: ConnectionView) => void onDelete(connection),
            onMakeDefault,
            onAdd: () => setOpened({ dialog: 'wizard' }),
          },
        })}
      />
      {opened?.dialog === 'wizard' && (
        <ConnectWizard
          queues={queues.data ?? []}
          isFirst={connections.data?.length === 0}
          onClose={close}
          onOpenSimulator={(whatsappId) => void navigate(`/simulator?connection=${whatsappId}`)}
          onSwitch={(whatsappId) => open('switch', whatsappId)}
        />
      )}
      {opened?.dialog === 'edit' && (
        <ConnectionDialog
          whatsappId={opened.whatsappId}
          queues={queues.data ?? []}
          companyHours={settingValue(settings.data, 'scheduleType') === 'company' ? (company.data?.schedules ?? []) : null}
          onClose={close}
          onSwitch={() => open('switch', opened.whatsappId)}
        />
      )}
      {opened?.dialog === 'code' && (
        <QrDialog whatsappId={opened.whatsappId} onClose={close} onSwitch={() => open('switch', opened.whatsappId)} />
      )}
      {opened?.dialog === 'switch' && (
        <SwitchDialog whatsappId={opened.whatsappId} onClose={close} onLink={() => open('code', opened.whatsappId)} />
      )}
      {shown && opened?.dialog === 'health' && <HealthPanel connection={shown} onClose={close} />}
      {shown && opened?.dialog === 'templates' && <TemplatesPanel connection={shown} onClose={close} />}
    </Page>
  );
}
