import { Button } from '@mantine/core';
import { t } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { startSession } from '../platform/sign-in.ts';
import { Logo } from '../ui/marks/logo.tsx';
import { EmptyState } from '../ui/page/empty-state.tsx';

/**
 * Shown while the session is being checked. Says so if the server does not answer. It looks as what `index.html` shows until then, so that
 * nothing jumps.
 */
export function StartScreen() {
  const { state } = useSession();
  return (
    <main className="start-screen">
      <Logo size={48} />
      {state !== 'unreachable' && (
        <span className="visually-hidden" role="status">
          {t('Carregando')}
        </span>
      )}
      {state === 'unreachable' && (
        <div role="alert">
          <EmptyState
            title={t('Sem conexão com o servidor')}
            action={<Button onClick={() => void startSession()}>{t('Tentar de novo')}</Button>}
          >
            {t('Confira sua internet. Você continua conectado quando o servidor voltar.')}
          </EmptyState>
        </div>
      )}
    </main>
  );
}
