import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { t } from '../platform/i18n.ts';
import { EmptyState } from '../ui/page/empty-state.tsx';

/** Shown in place of a page that crashed, or whose code is gone because a newer version was installed. */
export class CrashScreen extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          art={<IconRefresh />}
          title={t('Esta página precisa ser recarregada')}
          action={<Button onClick={() => window.location.reload()}>{t('Recarregar')}</Button>}
        >
          {t('Pode haver uma versão nova, ou algo falhou aqui. Seus atendimentos estão guardados.')}
        </EmptyState>
      </div>
    );
  }
}
