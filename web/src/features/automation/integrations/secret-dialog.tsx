import { Button, TextInput } from '@mantine/core';
import { t } from '../../../platform/i18n.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

/** The secret that signs the calls, while it can be read. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('Chave da assinatura')} width={560}>
      <p>
        {t(
          'Com esta chave seu sistema confere que a mensagem veio daqui: o cabeçalho X-Signature-256 traz “sha256=” e o HMAC-SHA256 do corpo. Copie agora, ela não aparece de novo.',
        )}
      </p>
      <TextInput
        label={t('Chave')}
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyButton text={secret} label={t('Copiar a chave')} />}
        rightSectionPointerEvents="all"
      />
      <Button onClick={onClose}>{t('Já copiei')}</Button>
    </Dialog>
  );
}
