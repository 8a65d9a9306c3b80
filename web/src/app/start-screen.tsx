import { Button, Loader } from '@mantine/core';
import { t } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { startSession } from '../platform/sign-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Logo } from '../ui/logo.tsx';
import css from './start-screen.module.css';

/** Shown while the session is being checked. Says so if the server does not answer. */
export function StartScreen() {
  const { state } = useSession();
  return (
    <main className={css.start}>
      <Logo size={48} />
      {state === 'unreachable' ? (
        <div role="alert">
          <EmptyState
            title={t('Sem conexão com o servidor')}
            action={<Button onClick={() => void startSession()}>{t('Tentar de novo')}</Button>}
          >
            {t('Confira sua internet. Você continua conectado quando o servidor voltar.')}
          </EmptyState>
        </div>
      ) : (
        <Loader aria-label={t('Carregando')} />
      )}
    </main>
  );
}
