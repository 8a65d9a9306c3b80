import type { ConnectionDetail } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLoader2, IconPlugConnectedX, IconShieldLock } from '@tabler/icons-react';
import { errorText } from '../../../../platform/errors.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { remedyOf } from '../connection-reasons.ts';
import { stateSentence } from '../connection-status.tsx';
import css from './link-panel.module.css';
import type { Linking } from './use-linking.ts';

/** The phone has confirmed; there is nothing left for the person to do. */
export function LinkProgress({ stage, number }: { stage: 'pairing' | 'done'; number: string | null }) {
  if (stage === 'pairing') {
    return (
      <div className={css.progress} role="status">
        <IconLoader2 size={48} className={css.turning} aria-hidden />
        <h3>{t('Conectando…')}</h3>
        <p>{t('O celular confirmou. Deixe o WhatsApp aberto nele até terminar.')}</p>
      </div>
    );
  }
  return (
    <div className={css.progress} data-done role="status">
      <IconCircleCheck size={48} aria-hidden />
      <h3>{t('Conectado')}</h3>
      <p>{number ? t('O número {{number}} está pronto.', { number: formatPhone(number) }) : t('O número está pronto.')}</p>
    </div>
  );
}

/** Why the phone cannot be linked, and what helps. */
export function LinkFailed({
  connection,
  linking,
  onSwitch,
}: {
  connection: ConnectionDetail;
  linking: Linking;
  onSwitch: (() => void) | undefined;
}) {
  const remedy = remedyOf(connection);
  const barred = remedy === 'switch';
  return (
    <div className={css.progress} data-failed={!barred || undefined} role="alert">
      {barred ? <IconShieldLock size={48} aria-hidden /> : <IconPlugConnectedX size={48} aria-hidden />}
      <h3>{barred ? t('Esta conta não aceita outros programas') : t('Não foi possível conectar')}</h3>
      <p>{stateSentence(connection)}</p>
      {linking.error ? <p className={css.refusal}>{errorText(linking.error)}</p> : null}
      <div className={css.remedies}>
        {barred && onSwitch && <Button onClick={onSwitch}>{t('Usar a Cloud API')}</Button>}
        {remedy === 'start' && <Button onClick={linking.retry}>{t('Tentar de novo')}</Button>}
        <Button variant={remedy === 'renew' ? 'filled' : 'default'} onClick={() => linking.link()}>
          {t('Novo QR Code')}
        </Button>
      </div>
    </div>
  );
}
