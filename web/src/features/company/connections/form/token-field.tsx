import { tokenMask } from '@balcao/contract/connection-rules';
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../../platform/random.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import css from './connection-dialog.module.css';
import type { ConnectionValues } from './connection-form.ts';

/** The token with which other systems send by the connection. It is shown only until it is saved. */
export function TokenField({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { token } = form.values;
  const isStored = token === tokenMask;
  const hint = isStored
    ? t('Um token está guardado e não pode ser lido de novo. Gere outro se o perdeu.')
    : token
      ? t('Copie o token agora: depois de salvo ele não aparece mais.')
      : t('Com ele outros sistemas enviam mensagens por esta conexão. A página API mostra como.');
  return (
    <div className={css.withButton}>
      <TextInput
        label={t('Token da conexão')}
        description={hint}
        autoComplete="off"
        readOnly={isStored}
        placeholder={t('Sem token')}
        {...form.getInputProps('token')}
        value={isStored ? t('•••••••• configurado') : token}
        rightSection={token && !isStored ? <CopyButton text={token} label={t('Copiar token')} /> : null}
        rightSectionPointerEvents="all"
      />
      <Button variant="default" onClick={() => form.setFieldValue('token', newIdempotencyKey())}>
        {isStored ? t('Gerar outro') : t('Gerar')}
      </Button>
      {isStored && (
        <Button variant="subtle" color="red" onClick={() => form.setFieldValue('token', '')}>
          {t('Remover')}
        </Button>
      )}
    </div>
  );
}
