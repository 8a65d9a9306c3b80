import { TextInput } from '@mantine/core';
import { t } from '../../../../platform/i18n.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';

/** The webhook address, to be copied into Meta's panel. */
export function WebhookAddress({ url }: { url: string }) {
  return (
    <TextInput
      label={t('URL de callback (webhook)')}
      description={t('Cole no painel da Meta, em WhatsApp › Configuração.')}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton text={url} label={t('Copiar URL')} />}
      rightSectionPointerEvents="all"
    />
  );
}
