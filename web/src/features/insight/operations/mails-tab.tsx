import type { MailView } from '@balcao/contract/mails';
import { Button, NativeSelect } from '@mantine/core';
import { IconEye, IconMail, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { MailState } from '../../../data/operations/keys.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import { useReadMail, useRetryMail } from './mutations.ts';
import css from './operations.module.css';

type MailsProps = {
  list: InfiniteRows<MailView>;
  state: MailState | null;
  sending: boolean | null;
  onState: (state: MailState | null) => void;
};

/** What was mailed, is waiting, or failed. */
export function MailsTab({ list, state, sending, onState }: MailsProps) {
  const [opened, setOpened] = useState<MailView | null>(null);
  const read = useReadMail();
  const retry = useRetryMail();
  const open = (mail: MailView) => {
    setOpened(mail);
    read.mutate(mail.id);
  };
  const again = (mail: MailView) =>
    retry.mutate(mail.id, {
      onSuccess: () => toastSuccess(t('O e-mail será tentado de novo agora.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  const columns: Column<MailView>[] = [
    { id: 'recipient', header: t('Para'), lead: true, cell: (mail) => <TwoLines first={mail.recipient} second={mail.company.name} /> },
    { id: 'subject', header: t('Assunto'), cell: (mail) => mail.subject },
    {
      id: 'state',
      header: t('Envio'),
      cell: (mail) => (
        <TwoLines
          first={<MailChip state={mail.state} />}
          second={mail.reason === 'expired' ? t('Perdeu a validade') : (mail.reason ?? undefined)}
        />
      ),
    },
    { id: 'createdAt', header: t('Criado em'), oneLine: true, cell: (mail) => formatDateTime(mail.createdAt) },
    { id: 'attempts', header: t('Tentativas'), align: 'end', cell: (mail) => mail.attempts },
  ];
  return (
    <>
      {sending === false && (
        <div className={css.banner}>
          <Banner tone="warn" icon={<IconMail />}>
            {t('Não há servidor de e-mail (SMTP_URL). Os e-mails esperam aqui; abra um para passar o código à pessoa.')}
          </Banner>
        </div>
      )}
      <div className={css.filters}>
        <NativeSelect
          label={t('Envio')}
          value={state ?? ''}
          onChange={(event) => onState((event.currentTarget.value || null) as MailState | null)}
          data={[
            { value: '', label: t('Todos') },
            { value: 'waiting', label: t('Esperando') },
            { value: 'failed', label: t('Falharam') },
            { value: 'sent', label: t('Enviados') },
          ]}
        />
      </div>
      <DataTable
        label={t('E-mails')}
        columns={columns}
        list={list}
        nameOf={(mail) => mail.recipient}
        actions={(mail) =>
          mail.hasText
            ? [
                { label: t('Ler'), icon: <IconEye size={18} />, onClick: () => open(mail) },
                ...(sending ? [{ label: t('Tentar de novo'), icon: <IconRefresh size={18} />, onClick: () => again(mail) }] : []),
              ]
            : []
        }
        empty={
          <EmptyState art={<IconMail />} title={t('Nenhum e-mail')}>
            {t('Códigos para redefinir senhas e outros avisos aparecem aqui, até 90 dias depois.')}
          </EmptyState>
        }
      />
      {opened && (
        <Dialog
          opened
          onClose={() => setOpened(null)}
          title={opened.subject}
          foot={<Button onClick={() => setOpened(null)}>{t('Fechar')}</Button>}
        >
          {read.isPending && <Skeleton height={120} />}
          {read.error && <p role="alert">{errorText(read.error)}</p>}
          {read.data && <p className={css.text}>{read.data.text ?? t('O texto deste e-mail já foi apagado.')}</p>}
        </Dialog>
      )}
    </>
  );
}

function MailChip({ state }: { state: MailState }) {
  const looks = {
    waiting: { tone: 'warn', text: t('Esperando') },
    sent: { tone: 'ok', text: t('Enviado') },
    failed: { tone: 'bad', text: t('Falhou') },
  } as const;
  return <StatusChip tone={looks[state].tone}>{looks[state].text}</StatusChip>;
}
