import type { SessionView } from '@balcao/contract/auth';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { deviceName } from '../../../platform/device-name.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import { useEndOtherSessions, useEndSession } from './mutations.ts';
import css from './security.module.css';

/** Where the person is signed in, each with its end. */
export function OpenSessions({ sessions, error }: { sessions: SessionView[] | undefined; error: Error | null }) {
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const leaveOthers = async () => {
    const text = t('Quem estiver usando sua conta em outro aparelho terá de entrar de novo.');
    if (!(await confirm({ title: t('Encerrar as outras sessões?'), text, confirmLabel: t('Encerrar'), danger: true }))) return;
    endOthers.mutate(undefined, {
      onSuccess: () => toastSuccess(t('As outras sessões foram encerradas.'), toastLife.administration),
      onError: (failure) => notifyError(failure),
    });
  };
  return (
    <section className={css.part} aria-labelledby="open-sessions">
      <h3 id="open-sessions">{t('Sessões abertas')}</h3>
      {error && <p role="alert">{errorText(error)}</p>}
      {!sessions && !error && <Skeleton height={96} />}
      {sessions && (
        <ul className={css.sessions}>
          {sessions.map((session) => {
            const name = deviceName(session.userAgent);
            const Icon = /iPhone|iPad|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
            return (
              <li key={session.id} className={css.session}>
                <Icon size={22} aria-hidden />
                <div>
                  {name}
                  {session.operator && <b>{t('Operador {{name}}, em nome desta conta', { name: session.operator })}</b>}
                  <span>
                    {session.current ? t('Esta sessão') : t('Usada em {{when}}', { when: formatShortDateTime(session.usedAt) })}
                    {session.ip && ` · ${session.ip}`} · {t('desde {{when}}', { when: formatShortDateTime(session.createdAt) })}
                  </span>
                </div>
                {!session.current && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('Encerrar a sessão em {{name}}', { name })}
                    loading={endOne.isPending && endOne.variables === session.id}
                    onClick={() => endOne.mutate(session.id, { onError: (failure) => notifyError(failure) })}
                  >
                    {t('Encerrar')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {others.length > 1 && (
        <div className={css.buttons}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => void leaveOthers()}>
            {t('Encerrar as outras sessões')}
          </Button>
        </div>
      )}
    </section>
  );
}
