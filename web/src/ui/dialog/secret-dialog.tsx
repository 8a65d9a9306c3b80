import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { CopyButton } from '../copy-button.tsx';
import { Banner } from '../page/banner.tsx';
import { Dialog } from './dialog.tsx';
import css from './secret-dialog.module.css';

export type SecretDialogProps = {
  title: string;
  /** What the secret is, for its field. */
  label: string;
  secret: string;
  /** What it is for. */
  children?: ReactNode;
  onClose: () => void;
};

/** Shows a secret for the only time. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} foot={<Button onClick={onClose}>{t('Já copiei')}</Button>}>
      <div className={css.stack}>
        <Banner tone="warn" icon={<IconKey />}>
          {t('Copie agora e guarde em lugar seguro: depois não aparece mais.')}
        </Banner>
        {children}
        <TextInput
          label={label}
          value={secret}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton text={secret} label={t('Copiar')} />}
          rightSectionPointerEvents="all"
        />
      </div>
    </Dialog>
  );
}
