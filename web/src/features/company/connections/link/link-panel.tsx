import { SegmentedControl } from '@mantine/core';
import { IconForms, IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { RichText } from '../../../../ui/text/rich-text.tsx';
import { LinkCode } from './link-code.tsx';
import css from './link-panel.module.css';
import { LinkFailed, LinkProgress } from './link-state.tsx';
import type { LinkMethod } from './linking.ts';
import type { Linking } from './use-linking.ts';

export type LinkPanelProps = {
  linking: Linking;
  /** Moves the number to the Cloud API; for accounts that cannot be linked. */
  onSwitch?: (() => void) | undefined;
};

/** How to link the phone, by QR code or by a code typed on it, with the progress or the error. */
export function LinkPanel({ linking, onSwitch }: LinkPanelProps) {
  const { connection, stage } = linking;
  const [chosen, setChosen] = useState<LinkMethod>('qr');
  const method = stage === 'code' ? 'code' : chosen;
  const choose = (next: string) => {
    setChosen(next as LinkMethod);
    // While one kind of code is being requested, the other cannot be chosen.
    if (next === 'qr' && stage === 'code') linking.link();
  };
  if (stage === 'pairing' || stage === 'done') return <LinkProgress stage={stage} number={connection?.number ?? null} />;
  if (stage === 'failed' && connection) return <LinkFailed connection={connection} linking={linking} onSwitch={onSwitch} />;
  return (
    <div className={css.panel}>
      <div className={css.how}>
        <SegmentedControl
          aria-label={t('Como ligar o celular')}
          value={method}
          onChange={choose}
          data={[
            { value: 'qr', label: <Choice icon={<IconQrcode size={16} aria-hidden />} text={t('QR Code')} /> },
            { value: 'code', label: <Choice icon={<IconForms size={16} aria-hidden />} text={t('Código de 8 letras')} /> },
          ]}
        />
        <ol className={css.steps}>
          {stepsOf(method).map((step) => (
            <li key={step}>
              <RichText text={step} />
            </li>
          ))}
        </ol>
        <details className={css.help}>
          <summary>{t('O código não é aceito?')}</summary>
          <p>
            {t(
              'Confira a internet do celular e se ele já não tem quatro aparelhos conectados. O código muda de tempos em tempos; use sempre o que está na tela.',
            )}
          </p>
        </details>
      </div>
      <LinkCode method={method} linking={linking} />
    </div>
  );
}

function Choice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={css.choice}>
      {icon}
      {text}
    </span>
  );
}

function stepsOf(method: LinkMethod): string[] {
  const toDevices = [
    t('Abra o *WhatsApp* no celular deste número.'),
    t('Toque em *Mais opções* no Android ou em *Ajustes* no iPhone.'),
    t('Entre em *Aparelhos conectados* e toque em *Conectar um aparelho*.'),
  ];
  return method === 'qr'
    ? [...toDevices, t('Aponte a câmera para este código.')]
    : [...toDevices, t('Toque em *Conectar com número de telefone* e digite o código.')];
}
