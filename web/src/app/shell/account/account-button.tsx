import { UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { useLine } from '../../../platform/socket.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import css from './account-menu.module.css';

/** The person's picture as a button. */
export function AccountButton(props: Omit<ComponentPropsWithRef<'button'>, 'style'>) {
  const user = useUser();
  const online = useLine() === 'ready';
  return (
    <UnstyledButton {...props} className={css.account}>
      <Avatar name={user.name} size="sm" online={online && !user.away} />
      <span className="visually-hidden">{user.away ? t('Sua conta (ausente)') : t('Sua conta')}</span>
    </UnstyledButton>
  );
}
