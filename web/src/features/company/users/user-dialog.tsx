import { capacityLimits } from '@balcao/contract/assignment-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import type { QueueView } from '@balcao/contract/queues';
import { profiles } from '@balcao/contract/user-rules';
import type { UserView } from '@balcao/contract/users';
import { MultiSelect, NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedUser } from '../../../data/users/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { can, useUser } from '../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { Dot } from '../../../ui/marks/mark.tsx';
import { CurrentPassword } from './current-password.tsx';
import { useSaveUser } from './mutations.ts';
import { profileHint, profileText } from './profile-text.ts';
import { type UserValues, userRules, userValues } from './user-form.ts';

export type UserDialogProps = {
  /** Null adds a user. */
  user: UserView | null;
  queues: readonly QueueView[];
  connections: readonly ConnectionView[];
  onClose: () => void;
};

/** Adds or changes a user. Mounted while it is open. */
export function UserDialog({ user, queues, connections, onClose }: UserDialogProps) {
  const me = useUser();
  const save = useSaveUser();
  const now = recordNow(useEditedUser(user), userValues);
  const own = user?.id === me.id ? user : null;
  const form = useForm<UserValues>({ initialValues: userValues(user), validate: userRules(user === null, own), validateInputOnBlur: true });
  const onSave = async (values: UserValues) => {
    await save.mutateAsync({ userId: user?.id ?? null, values });
    toastSuccess(user ? t('Usuário editado com sucesso.') : t('Usuário adicionado com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={user ? t('Editar usuário') : t('Adicionar usuário')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{
        ERR_EMAIL_ALREADY_EXISTS: 'email',
        ERR_LAST_ADMIN: 'profile',
        ERR_NO_QUEUE_FOUND: 'queueIds',
        ERR_NO_WAPP_FOUND: 'whatsappId',
      }}
      saveLabel={user ? t('Salvar') : t('Adicionar')}
      width={520}
    >
      <TextInput label={t('Nome')} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label={t('E-mail')} type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <PasswordInput
        label={t('Senha')}
        description={user ? t('Deixe em branco para manter a senha atual.') : t('De 5 a 50 caracteres.')}
        required={user === null}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar a senha') }}
        {...form.getInputProps('password')}
      />
      {own && <CurrentPassword own={own} form={form} />}
      {can(me, 'user-modal:editProfile') && (
        <>
          <Select
            label={t('Perfil')}
            description={profileHint(form.values.profile)}
            allowDeselect={false}
            data={profiles.map((profile) => ({ value: profile, label: profileText(profile) }))}
            {...form.getInputProps('profile')}
          />
          <MultiSelect
            label={t('Filas')}
            description={t('O usuário recebe as conversas destas filas. As que tem abertas numa fila que perde voltam a aguardar nela.')}
            placeholder={form.values.queueIds.length === 0 ? t('Nenhuma fila') : ''}
            clearable
            searchable
            hidePickedOptions
            nothingFoundMessage={t('Nenhuma fila encontrada')}
            clearButtonProps={{ 'aria-label': t('Tirar todas as filas') }}
            data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
            renderOption={({ option }) => (
              <TwoLines before={<Dot color={queues.find(({ id }) => String(id) === option.value)?.color ?? ''} />} first={option.label} />
            )}
            {...form.getInputProps('queueIds')}
          />
          <NumberInput
            label={t('Conversas por pessoa')}
            description={t('Quantas conversas abertas a pessoa pode ter para que uma fila lhe dê outra. Em branco: o que diz cada fila.')}
            placeholder={t('O que diz cada fila')}
            min={capacityLimits.min}
            max={capacityLimits.max}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('assignmentCapacity')}
            onChange={(value) => form.setFieldValue('assignmentCapacity', typeof value === 'number' ? value : '')}
          />
          <Select
            label={t('Conexão padrão')}
            description={t('Por onde saem as conversas que o usuário começa.')}
            placeholder={t('A conexão padrão da empresa')}
            clearable
            clearButtonProps={{ 'aria-label': t('Usar a conexão padrão da empresa') }}
            data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('whatsappId')}
          />
          <Switch
            label={t('Vê também as conversas sem fila')}
            description={t('E recebe avisos das conversas que esperam.')}
            {...form.getInputProps('allTicket', { type: 'checkbox' })}
          />
          <Switch
            label={t('Pode exportar todos os contatos')}
            description={t('Administradores sempre podem.')}
            {...form.getInputProps('exportContacts', { type: 'checkbox' })}
            {...(form.values.profile === 'admin' ? { checked: true, disabled: true } : {})}
          />
        </>
      )}
    </FormDialog>
  );
}
