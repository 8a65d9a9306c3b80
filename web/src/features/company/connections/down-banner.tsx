import type { ConnectionView } from '@balcao/contract/connections';
import { IconPlugConnectedX, IconQrcode } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import { type Remedy, remedyOf } from './connection-reasons.ts';
import { stateSentence, statusText } from './connection-status.tsx';

export type DownBannerProps = {
  connections: readonly ConnectionView[];
  /** Undefined for people who may only look. `code`: there is a code to scan. */
  onMend?: ((connection: ConnectionView, how: Remedy | 'code') => void) | undefined;
};

/** Says which connections are down, with the next step for the first of them. Shows nothing if all are up. */
export function DownBanner({ connections, onMend }: DownBannerProps) {
  const down = connections.filter(({ status }) => status === 'DISCONNECTED' || status === 'TIMEOUT' || status === 'qrcode');
  const [first, ...others] = down.sort((a, b) => urgency(b) - urgency(a));
  if (!first) return null;
  const waits = first.status === 'qrcode';
  const how = waits ? 'code' : remedyOf(first);
  return (
    <Banner
      tone={first.status === 'DISCONNECTED' ? 'bad' : 'warn'}
      icon={waits ? <IconQrcode /> : <IconPlugConnectedX />}
      urgent={first.status === 'DISCONNECTED'}
      action={
        onMend &&
        first.status !== 'TIMEOUT' && (
          <button type="button" onClick={() => onMend(first, how)}>
            {mendText(how)}
          </button>
        )
      }
    >
      <b>{t('{{name}}: {{state}}.', { name: first.name, state: statusText(first) })}</b> {stateSentence(first)}
      {others.length > 0 && ` ${t('Mais {{count}} conexões precisam de atenção.', { count: others.length })}`}
    </Banner>
  );
}

function mendText(how: Remedy | 'code'): string {
  switch (how) {
    case 'code':
      return t('Ver QR Code');
    case 'renew':
      return t('Novo QR Code');
    case 'start':
      return t('Reconectar agora');
    case 'switch':
      return t('Usar a Cloud API');
  }
}

function urgency({ status, isDefault }: ConnectionView): number {
  return (status === 'DISCONNECTED' ? 4 : status === 'TIMEOUT' ? 2 : 0) + (isDefault ? 1 : 0);
}
