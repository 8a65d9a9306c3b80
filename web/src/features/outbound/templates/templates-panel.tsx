import type { ConnectionView } from '@balcao/contract/connections';
import type { TemplateView } from '@balcao/contract/templates';
import { Button } from '@mantine/core';
import { IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTemplateSync, useTemplates } from '../../../data/templates/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { FoundList } from '../../../ui/list/found-list.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { useSyncTemplates } from './mutations.ts';
import { TemplatePreview } from './template-preview.tsx';
import { categoryText, qualityText, statusText } from './template-text.ts';
import css from './templates.module.css';

/** The message templates of a number, as Meta has them. Mounted while it is open. */
export function TemplatesPanel({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const list = useTemplates(connection.id, search, false);
  return (
    <SidePanel opened onClose={onClose} title={t('Modelos de {{name}}', { name: connection.name })} width={520}>
      <div className={css.stack}>
        <SyncBar whatsappId={connection.id} />
        <FoundList
          search={search}
          onSearch={setSearch}
          list={list}
          searchLabel={t('Buscar modelo')}
          loadingLabel={t('Carregando os modelos')}
          failedTitle={t('Não foi possível carregar os modelos')}
          empty={
            <EmptyState art={<IconTemplate />} title={search ? t('Nenhum modelo encontrado') : t('Nenhum modelo ainda')}>
              {search
                ? t('Nenhum modelo tem este nome.')
                : t('Crie modelos no Gerenciador do WhatsApp, da Meta. Com eles você escreve a clientes fora da janela de 24 h.')}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul className={css.list} aria-label={t('Modelos')}>
              {rows.map((template) => (
                <li key={template.id}>
                  <Template template={template} />
                </li>
              ))}
            </ul>
          )}
        </FoundList>
      </div>
    </SidePanel>
  );
}

function SyncBar({ whatsappId }: { whatsappId: number }) {
  const sync = useTemplateSync(whatsappId);
  const start = useSyncTemplates();
  const running = start.isPending || sync.data?.running === true;
  return (
    <>
      <div className={css.bar}>
        <span className={css.quiet} role="status">
          {running
            ? t('Comparando com a Meta…')
            : sync.data?.syncedAt
              ? t('Comparado com a Meta em {{date}}', { date: formatShortDateTime(sync.data.syncedAt) })
              : t('Ainda não comparado com a Meta')}
        </span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          loading={running}
          onClick={() => start.mutate(whatsappId, { onError: (error) => notifyError(error) })}
        >
          {t('Atualizar')}
        </Button>
      </div>
      {sync.data?.failure && !running && <Banner tone="bad">{failureText(sync.data.failure)}</Banner>}
    </>
  );
}

function failureText(reason: string): string {
  switch (reason) {
    case 'credentials':
      return t('A Meta recusou a chave de acesso desta conexão. Edite a conexão e informe outra.');
    case 'not_permitted':
    case 'invalid_request':
      return t('A chave de acesso não pode ler os modelos. Dê a ela a permissão whatsapp_business_management e confira o ID da conta.');
    case 'rate_limited':
      return t('A Meta pediu para esperar. A lista é comparada de novo mais tarde.');
    default:
      return t('Não foi possível falar com a Meta. A lista é comparada de novo mais tarde.');
  }
}

function Template({ template }: { template: TemplateView }) {
  const { name, language, category, content, reason } = template;
  const status = statusText(template.status);
  const quality = qualityText(template.quality);
  return (
    <details className={css.item}>
      <summary>
        <b>{name}</b>
        <span className={css.chips}>
          <StatusChip tone={status.tone}>{status.text}</StatusChip>
          {quality && <StatusChip tone={quality.tone}>{quality.text}</StatusChip>}
        </span>
        <span className={css.quiet}>
          {language} · {categoryText(category)}
        </span>
      </summary>
      <div className={css.open}>
        {reason && <Banner tone="warn">{t('Motivo dado pela Meta: {{reason}}', { reason })}</Banner>}
        {content.unsupported && (
          <Banner tone="info">{t('Tem uma parte ({{part}}) que não pode ser enviada daqui.', { part: content.unsupported })}</Banner>
        )}
        <TemplatePreview content={content} variables={{}} />
      </div>
    </details>
  );
}
