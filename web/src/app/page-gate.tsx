import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../platform/i18n.ts';
import { showToast, toastLife } from '../platform/toast.ts';
import { NotFoundPage } from './not-found.tsx';
import { entryTo, type PageRule, useViewer } from './page-access.ts';

const leaveAfterMs = 1000;

/** Shows a page to those who may open it. Others find nothing there, or are told so and sent to the start. */
export function PageGate({ rule, children }: { rule: PageRule; children: ReactNode }) {
  const entry = entryTo(rule, useViewer());
  if (entry === 'refused') return <SentAway />;
  return entry === 'open' ? children : <NotFoundPage />;
}

function SentAway() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({
      kind: 'error',
      title: t('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'),
      lifeMs: toastLife.administration,
    });
    const timer = window.setTimeout(() => void navigate('/', { replace: true }), leaveAfterMs);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return null;
}
