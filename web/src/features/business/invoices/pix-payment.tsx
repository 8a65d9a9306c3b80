import type { PixCharge } from '@balcao/contract/billing';
import { Button, TextInput } from '@mantine/core';
import { IconClockOff, IconLoader2 } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { now } from '../../../platform/clock.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatDuration, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import css from './checkout.module.css';
import { useCheckPayment, usePaySimulated } from './mutations.ts';

export type PixPaymentProps = {
  charge: PixCharge;
  /** Asks for another code. */
  onAgain: () => void;
  renewing: boolean;
};

const qrSize = 256;

/** The Pix code of an invoice, for as long as it is valid. The page goes on by itself when it is paid. */
export function PixPayment({ charge, onAgain, renewing }: PixPaymentProps) {
  const [left, setLeft] = useState(() => secondsTo(charge.expiresAt));
  const check = useCheckPayment();
  const simulate = usePaySimulated();
  useEffect(() => {
    setLeft(secondsTo(charge.expiresAt));
    const timer = window.setInterval(() => setLeft(secondsTo(charge.expiresAt)), 1000);
    return () => window.clearInterval(timer);
  }, [charge.expiresAt]);
  const code = charge.qrcode.qrcode;
  const amount = formatMoney(Number(charge.valor.original));
  const expired = left <= 0;
  const onCheck = () =>
    check.mutate(charge.invoiceId, {
      onSuccess: ({ status }) => {
        if (status !== 'paid')
          showToast({
            kind: 'info',
            title: t('O pagamento ainda não chegou. Assim que chegar, esta tela avança sozinha.'),
            lifeMs: toastLife.administration,
          });
      },
      onError: (error) => notifyError(error),
    });
  return (
    <>
      <div className={css.pix}>
        <div className={css.qr}>
          <div className={css.code} data-expired={expired || undefined}>
            <QRCodeSVG value={code} size={qrSize} marginSize={2} title={t('Código Pix')} />
          </div>
          {expired ? (
            <div className={css.gone} role="status">
              <IconClockOff aria-hidden />
              <strong>{t('O código venceu')}</strong>
              <span>{t('Nada foi cobrado.')}</span>
              <Button onClick={onAgain} loading={renewing}>
                {t('Gerar novo código')}
              </Button>
            </div>
          ) : (
            <p role="timer">{t('Vale por {{time}}', { time: formatDuration(left) })}</p>
          )}
        </div>
        <div className={css.how}>
          <h2 tabIndex={-1}>{t('Pague {{amount}} com Pix', { amount })}</h2>
          {expired ? (
            <p className={css.dim}>
              {t(
                'Gere outro código: o valor e a fatura são os mesmos. Se você já pagou o anterior, não pague de novo; a confirmação chega sozinha.',
              )}
            </p>
          ) : (
            <>
              <ol>
                <li>{t('Abra o aplicativo do seu banco e escolha Pix.')}</li>
                <li>{t('Leia o código ou cole o texto abaixo.')}</li>
                <li>{t('Confira o valor e confirme.')}</li>
              </ol>
              <div className={css.copy}>
                <TextInput label={t('Pix copia e cola')} readOnly value={code} onFocus={(event) => event.currentTarget.select()} />
                <CopyButton text={code} label={t('Copiar')} />
              </div>
            </>
          )}
          {charge.simulatedPaymentUrl && !expired && (
            <Button
              variant="light"
              loading={simulate.isPending}
              onClick={() => simulate.mutate(charge.txid, { onError: (error) => notifyError(error) })}
            >
              {t('Simular o pagamento')}
            </Button>
          )}
        </div>
      </div>
      <footer className={css.waiting}>
        <IconLoader2 size={16} aria-hidden />
        <span>{t('Esperando o pagamento. Esta tela avança sozinha.')}</span>
        <Button variant="subtle" size="compact-sm" onClick={onCheck} loading={check.isPending}>
          {t('Já paguei')}
        </Button>
      </footer>
    </>
  );
}

function secondsTo(at: string): number {
  return Math.max(0, Math.round((Date.parse(at) - now()) / 1000));
}
