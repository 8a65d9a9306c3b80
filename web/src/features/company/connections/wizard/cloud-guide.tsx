import type { ConnectionDetail } from '@balcao/contract/connections';
import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react';
import { errorText } from '../../../../platform/errors.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Banner } from '../../../../ui/page/banner.tsx';
import { stateSentence } from '../connection-status.tsx';
import { WebhookAddress } from '../form/webhook-address.tsx';
import css from './wizard.module.css';

export type CloudGuideProps = {
  connection: ConnectionDetail;
  /** As just typed; the server never returns it. */
  verifyToken: string;
  testing: boolean;
  testError: unknown;
  onTest: () => void;
  onEditCredentials: () => void;
};

/** What is left to do in Meta's panel, and a test of the credentials. */
export function CloudGuide({ connection, verifyToken, testing, testError, onTest, onEditCredentials }: CloudGuideProps) {
  return (
    <div className={css.guide}>
      <ol className={css.list}>
        <li>{t('No painel da Meta (developers.facebook.com), abra o seu aplicativo e entre em WhatsApp › Configuração.')}</li>
        <li>{t('Em Webhook, clique em Editar e cole a URL de callback e o token de verificação abaixo.')}</li>
        <li>
          {t('Clique em Verificar e salvar. A Meta chama esta URL na hora, por isso ela precisa estar acessível pela internet, com https.')}
        </li>
        <li>{t('Em Campos do webhook, assine o campo messages.')}</li>
        <li>{t('Volte aqui e teste as credenciais.')}</li>
      </ol>
      {connection.webhookUrl && <WebhookAddress url={connection.webhookUrl} />}
      <TextInput
        label={t('Token de verificação')}
        value={verifyToken}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton text={verifyToken} label={t('Copiar token de verificação')} />}
        rightSectionPointerEvents="all"
      />
      <div className={css.test} aria-live="polite">
        <Button variant="light" leftSection={<IconPlugConnected size={16} />} loading={testing} onClick={onTest}>
          {t('Testar credenciais')}
        </Button>
        {!testing && <TestResult connection={connection} error={testError} onEditCredentials={onEditCredentials} />}
      </div>
    </div>
  );
}

function TestResult({
  connection,
  error,
  onEditCredentials,
}: {
  connection: ConnectionDetail;
  error: unknown;
  onEditCredentials: () => void;
}) {
  if (error) {
    return (
      <Banner tone="bad" icon={<IconAlertCircle />}>
        {errorText(error)}
      </Banner>
    );
  }
  if (connection.status === 'CONNECTED') {
    return (
      <span className={css.success}>
        <IconCircleCheck size={18} aria-hidden />
        {connection.number
          ? t('A Meta aceitou as credenciais. O número é {{number}}.', { number: formatPhone(connection.number) })
          : t('A Meta aceitou as credenciais.')}
      </span>
    );
  }
  if (connection.status !== 'DISCONNECTED') return <span className={css.kindText}>{t('Conferindo as credenciais…')}</span>;
  return (
    <Banner
      tone="bad"
      icon={<IconAlertCircle />}
      action={
        <button type="button" onClick={onEditCredentials}>
          {t('Corrigir credenciais')}
        </button>
      }
    >
      {stateSentence(connection)}
    </Banner>
  );
}
