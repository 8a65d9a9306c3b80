import { Button, TextInput } from '@mantine/core';
import { IconQrcodeOff } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { errorText } from '../../../../platform/errors.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import { CodeCountdown } from './code-countdown.tsx';
import css from './link-panel.module.css';
import { formatPairingCode, type LinkMethod, phoneDigits } from './linking.ts';
import type { Linking } from './use-linking.ts';

/** The code: loading, shown with the time it has left, or expired. */
export function LinkCode({ method, linking }: { method: LinkMethod; linking: Linking }) {
  const { connection, stage } = linking;
  if (stage === 'expired') return <Expired method={method} linking={linking} />;
  if (method === 'code') {
    return stage === 'code' && connection ? <PairingCode linking={linking} /> : <AskForCode linking={linking} />;
  }
  const problem = linking.error ? errorText(linking.error) : null;
  if (stage !== 'qr' || !connection) {
    return (
      <div className={css.code}>
        <span className={css.waiting}>
          <Skeleton width={256} height={256} />
        </span>
        <p className={css.note} role={problem ? 'alert' : 'status'}>
          {problem ?? t('Waiting for QR Code')}
        </p>
      </div>
    );
  }
  return (
    <div className={css.code}>
      <span className={css.frame}>
        <QRCodeSVG
          value={connection.qrcode}
          size={256}
          marginSize={2}
          role="img"
          title={t('QR Code para conectar {{name}}', { name: connection.name })}
        />
      </span>
      <CodeCountdown code={connection} renews />
      <p className={css.note} role="status">
        {t('Esperando a leitura. O código se renova sozinho.')}
      </p>
    </div>
  );
}

function PairingCode({ linking: { connection } }: { linking: Linking }) {
  if (!connection) return null;
  const code = formatPairingCode(connection.pairingCode);
  return (
    <div className={css.code}>
      <div className={css.pairing}>
        <output className={css.letters} aria-label={[...code.replace('-', '')].join(' ')}>
          {code}
        </output>
        <CopyButton text={connection.pairingCode} label={t('Copiar código')} size="md" />
      </div>
      <CodeCountdown code={connection} />
      <p className={css.note} role="status">
        {t('O celular também recebe um aviso: toque nele e digite o código.')}
      </p>
    </div>
  );
}

function AskForCode({ linking }: { linking: Linking }) {
  const known = linking.connection?.number;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const phone = typed ?? (known ? formatPhone(known) : '');
  const ask = () => {
    const digits = phoneDigits(phone);
    setProblem(digits ? null : t('Digite o número com DDD; de fora do Brasil, com + e o código do país.'));
    if (digits) linking.link(digits);
  };
  const refusal = linking.error ? errorText(linking.error) : null;
  const asking = linking.stage === 'waiting' && linking.asked === 'code';
  return (
    <div className={css.ask}>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t('Número do celular')}
        description={t('O número que vai ser conectado.')}
        placeholder="+55 48 90555-0101"
        maxLength={30}
        value={phone}
        error={problem ?? refusal}
        disabled={asking}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The panel may be inside another form.
          event.preventDefault();
          ask();
        }}
      />
      <Button variant="light" loading={asking} onClick={ask}>
        {t('Pedir código')}
      </Button>
    </div>
  );
}

function Expired({ method, linking }: { method: LinkMethod; linking: Linking }) {
  const typed = linking.connection?.statusReason === 'pairing_expired';
  if (method === 'code' && !typed) return <AskForCode linking={linking} />;
  return (
    <div className={css.code}>
      <div className={css.expired} role="alert">
        <IconQrcodeOff size={48} stroke={1.5} aria-hidden />
        <b>{typed ? t('O código venceu') : t('O QR Code venceu')}</b>
        <p>{typed ? t('Ninguém o digitou a tempo.') : t('Ninguém o leu a tempo.')}</p>
        {method === 'qr' && <Button onClick={() => linking.link()}>{t('Novo QR Code')}</Button>}
      </div>
      {method === 'code' && <AskForCode linking={linking} />}
    </div>
  );
}
