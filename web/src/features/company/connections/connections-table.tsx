import type { ConnectionView } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import {
  IconDeviceMobileMessage,
  IconHeartbeat,
  IconPencil,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ConnectionState, channelText } from './connection-status.tsx';
import css from './connections-table.module.css';

export type ConnectionsTableProps = {
  list: { rows: readonly ConnectionView[] | undefined; error: unknown; retry: () => void };
  searching: boolean;
  /** Undefined for people who may only look. */
  manage?: {
    session: (connection: ConnectionView) => ReactNode;
    health: (connection: ConnectionView) => ReactNode;
    onEdit: (connection: ConnectionView) => void;
    onHealth: (connection: ConnectionView) => void;
    onTemplates: (connection: ConnectionView) => void;
    onDelete: (connection: ConnectionView) => void;
    onMakeDefault: (connection: ConnectionView) => void;
    onAdd: () => void;
  };
};

/** The connections and how each is doing. */
export function ConnectionsTable({ list, searching, manage }: ConnectionsTableProps) {
  const columns: Column<ConnectionView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      width: '20%',
      cell: (connection) => <TwoLines first={connection.name} second={kindText(connection)} />,
    },
    { id: 'status', header: t('Status'), cell: (connection) => <ConnectionState connection={connection} /> },
    ...(manage
      ? [
          { id: 'health', header: t('Saúde do número'), width: '14%', cell: manage.health },
          { id: 'session', header: t('Sessão'), cell: manage.session },
        ]
      : []),
    { id: 'updated', header: t('Última atualização'), width: '140px', cell: (connection) => formatShortDateTime(connection.updatedAt) },
    {
      id: 'default',
      header: t('Padrão'),
      width: '72px',
      cell: (connection) => <DefaultStar connection={connection} onMakeDefault={manage?.onMakeDefault} />,
    },
  ];
  return (
    <DataTable
      label={t('Conexões')}
      columns={columns}
      list={list}
      nameOf={(connection) => connection.name}
      onOpen={manage?.onEdit}
      actions={
        manage &&
        ((connection) => [
          { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => manage.onEdit(connection) },
          ...(connection.channel === 'simulator'
            ? []
            : [{ label: t('Saúde'), icon: <IconHeartbeat size={18} />, onClick: () => manage.onHealth(connection) }]),
          ...(connection.channel === 'whatsapp_cloud'
            ? [{ label: t('Modelos'), icon: <IconTemplate size={18} />, onClick: () => manage.onTemplates(connection) }]
            : []),
          ...(connection.isDefault
            ? []
            : [{ label: t('Tornar padrão'), icon: <IconStar size={18} />, onClick: () => manage.onMakeDefault(connection) }]),
          { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => manage.onDelete(connection), danger: true },
        ])
      }
      empty={searching ? <NothingFound /> : <NoConnections onAdd={manage?.onAdd} />}
    />
  );
}

function kindText(connection: ConnectionView): string {
  if (connection.channel === 'simulator') return t('Para testes, não envia de verdade');
  const number = connection.number
    ? formatPhone(connection.number)
    : connection.channel === 'whatsapp_web'
      ? t('Número ainda não lido')
      : null;
  return [number, channelText(connection.channel)].filter(Boolean).join(' · ');
}

function DefaultStar({
  connection,
  onMakeDefault,
}: {
  connection: ConnectionView;
  onMakeDefault: ((connection: ConnectionView) => void) | undefined;
}) {
  if (connection.isDefault)
    return (
      <span className={css.star}>
        <IconStarFilled size={18} color="var(--accent-text)" aria-hidden />
        <span className="visually-hidden">{t('Conexão padrão')}</span>
      </span>
    );
  if (!onMakeDefault) return null;
  return (
    <IconButton
      size="sm"
      label={t('Tornar {{name}} a conexão padrão', { name: connection.name })}
      onClick={() => onMakeDefault(connection)}
    >
      <IconStar size={18} />
    </IconButton>
  );
}

function NoConnections({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      art={<IconDeviceMobileMessage />}
      title={t('Conecte o primeiro número')}
      action={
        onAdd && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
            {t('Adicionar WhatsApp')}
          </Button>
        )
      }
    >
      {onAdd
        ? t('As conversas chegam pelo WhatsApp que você conectar. Para conhecer o sistema sem um número, use o simulador.')
        : t('Ainda não há nenhum número. Peça a um administrador que conecte um.')}
    </EmptyState>
  );
}

function NothingFound() {
  return (
    <EmptyState art={<IconDeviceMobileMessage />} title={t('Nenhuma conexão encontrada')}>
      {t('Nenhuma conexão tem este nome ou número. Confira a busca.')}
    </EmptyState>
  );
}
