import type { ConnectionView } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import { t } from '../../../platform/i18n.ts';
import css from './session-actions.module.css';

export type SessionActionsProps = {
  connection: ConnectionView;
  /** The action that is running for this connection. */
  busy: 'start' | 'renew' | 'end' | null;
  onShowCode: () => void;
  onStart: () => void;
  onRenew: () => void;
  onEnd: () => void;
};

/** What can be done with the session of a connection in its state. */
export function SessionActions({ connection, busy, onShowCode, onStart, onRenew, onEnd }: SessionActionsProps) {
  const name = connection.name;
  switch (connection.status) {
    case 'qrcode':
      return (
        <Button size="sm" variant="light" aria-label={t('Ver QR Code de {{name}}', { name })} onClick={onShowCode}>
          {t('Ver QR Code')}
        </Button>
      );
    case 'DISCONNECTED':
      return (
        <span className={css.actions}>
          <Button
            size="sm"
            variant="default"
            loading={busy === 'start'}
            disabled={busy !== null}
            aria-label={t('Tentar de novo: {{name}}', { name })}
            onClick={onStart}
          >
            {t('Tentar de novo')}
          </Button>
          {connection.channel === 'whatsapp_web' && (
            <Button
              size="sm"
              variant="light"
              loading={busy === 'renew'}
              disabled={busy !== null}
              aria-label={t('Novo QR de {{name}}', { name })}
              onClick={onRenew}
            >
              {t('Novo QR')}
            </Button>
          )}
        </span>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <Button size="sm" variant="default" loading={busy === 'end'} aria-label={t('Desconectar {{name}}', { name })} onClick={onEnd}>
          {t('Desconectar')}
        </Button>
      );
    case 'OPENING':
      return (
        <Button size="sm" variant="default" disabled>
          {t('Conectando')}
        </Button>
      );
  }
}
