import { Button, PasswordInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { useChangeSetting } from './mutations.ts';
import { helpOf, SettingLine } from './setting-row.tsx';
import css from './settings.module.css';

/** The token of the payment provider. It can be written, never read. */
export function ProviderToken({ configured }: { configured: boolean }) {
  const id = useId();
  const change = useChangeSetting('asaas');
  // Null while it is not being edited.
  const [token, setToken] = useState<string | null>(null);
  const done = () => toastSuccess(t('Operação atualizada com sucesso.'), toastLife.administration);
  const save = () => {
    const wanted = token?.trim();
    if (!wanted || change.isPending) return;
    change.mutate(wanted, {
      onSuccess: () => {
        setToken(null);
        done();
      },
    });
  };
  const clear = async () => {
    const sure = await confirm({
      title: t('Remover o token do Asaas?'),
      text: t('Ele é apagado do sistema. Para guardá-lo de novo, cole-o outra vez.'),
      confirmLabel: t('Remover'),
      danger: true,
    });
    if (!sure) return;
    // There is no field at which the error could stand.
    change.mutate('', { onSuccess: done, onError: (error) => notifyError(error) });
  };
  const isWriting = token !== null || !configured;
  return (
    <SettingLine
      {...(isWriting ? { id } : {})}
      label={t('Token do Asaas')}
      help={t(
        'Fica guardado cifrado e não é mostrado de novo. Com ele a plataforma recebe as assinaturas pelo Asaas, onde o ambiente não diz outro.',
      )}
      state={change.isPending ? 'saving' : 'idle'}
    >
      {isWriting ? (
        <form
          className={css.token}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <PasswordInput
            id={id}
            aria-describedby={helpOf(id)}
            autoComplete="off"
            maxLength={500}
            value={token ?? ''}
            error={change.error ? errorText(change.error) : null}
            onChange={(event) => {
              change.reset();
              setToken(event.currentTarget.value);
            }}
            visibilityToggleButtonProps={{ 'aria-label': t('Mostrar o token') }}
          />
          <div className={css.buttons}>
            {configured && (
              <Button variant="default" onClick={() => setToken(null)}>
                {t('Cancelar')}
              </Button>
            )}
            <Button type="submit" disabled={!token?.trim()} loading={change.isPending}>
              {t('Salvar')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={css.token}>
          <span className={css.buttons}>
            <StatusChip tone="ok" icon={<IconCircleCheck />}>
              {t('configurado')}
            </StatusChip>
          </span>
          <div className={css.buttons}>
            <Button variant="default" onClick={() => setToken('')}>
              {t('Substituir')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => void clear()}>
              {t('Remover')}
            </Button>
          </div>
        </div>
      )}
    </SettingLine>
  );
}
