import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import css from './security.module.css';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  return (
    <div className={css.form}>
      <p className={css.text} role="status">
        {t(
          'Guarde estes códigos fora do celular: cada um abre sua conta uma vez, se você perder o aplicativo. Eles não serão mostrados de novo.',
        )}
      </p>
      <ul className={css.codes} aria-label={t('Códigos de recuperação')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button data-autofocus onClick={onKept}>
          {t('Já guardei')}
        </Button>
        <Button variant="default" component="a" href={file} download="balcao-codigos.txt" leftSection={<IconDownload size={16} />}>
          {t('Baixar')}
        </Button>
        <CopyButton text={text} label={t('Copiar os códigos')} size="md" />
      </div>
    </div>
  );
}
