import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../platform/i18n.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { EmptyState } from '../ui/page/empty-state.tsx';

/** For addresses that do not exist, or that this person may not open. */
export function NotFoundPage() {
  usePageTitle(t('Página não encontrada'));
  return (
    <EmptyState
      art={<IconMapPinOff />}
      title={t('Página não encontrada')}
      action={
        <Button component={Link} to="/">
          {t('Ir para o início')}
        </Button>
      }
    >
      {t('O endereço não existe ou seu perfil não tem acesso a ele.')}
    </EmptyState>
  );
}
