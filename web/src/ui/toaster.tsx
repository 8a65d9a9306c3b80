import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../platform/i18n.ts';
import { dismissToast, type Toast, useToast } from '../platform/toast.ts';
import { IconButton } from './icon-button.tsx';
import css from './toaster.module.css';

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle };

/** Renders the toasts, one at a time; used once, at the top of the app. A toast stays while the pointer or the focus is on it. */
export function Toaster() {
  const toast = useToast();
  return (
    <section className={css.stack} aria-label={t('Avisos')}>
      <div aria-live="polite" aria-relevant="additions">
        {toast && <Notice key={toast.id} toast={toast} />}
      </div>
    </section>
  );
}

function Notice({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), toast.lifeMs);
    return () => window.clearTimeout(timer);
  }, [toast.id, toast.lifeMs, held]);
  const Icon = icons[toast.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice only keeps it; all that acts is a button.
    <div
      className={css.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={css.icon} aria-hidden />
      <div className={css.text}>
        <b>{toast.title}</b>
        {toast.text && <span>{toast.text}</span>}
        {toast.actions && toast.actions.length > 0 && (
          <div className={css.actions}>
            {toast.actions.map((action) => (
              <button
                key={action.label}
                type="button"
                onClick={() => {
                  dismissToast(toast.id);
                  action.onClick();
                }}
              >
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
      <IconButton label={t('Fechar aviso')} size="sm" onClick={() => dismissToast(toast.id)}>
        <IconX size={16} />
      </IconButton>
      {!held && <span className={css.life} style={{ animationDuration: `${toast.lifeMs}ms` }} />}
    </div>
  );
}
