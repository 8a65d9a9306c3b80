import { type NoticeKind, noticeKinds } from '@balcao/contract/notice-rules';
import type { NoticesView } from '@balcao/contract/notices';
import { Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useNotices } from '../../../data/notices/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import { Devices } from './devices.tsx';
import { InstallApp } from './install-app.tsx';
import { useChooseNotices } from './mutations.ts';
import css from './notices.module.css';
import { Quiet } from './quiet.tsx';
import { QueueTones, ToneChoice } from './tones.tsx';

/** What rings for the person, and where. Each choice holds at once. */
export function NoticesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useNotices();
  return (
    <Dialog opened onClose={onClose} title={t('Avisos')}>
      {data ? (
        <>
          <Kinds notices={data} />
          <QueueTones notices={data} />
          <Quiet notices={data} />
          <InstallApp />
          <Devices notices={data} />
        </>
      ) : error ? (
        <ErrorState title={t('Não foi possível carregar os avisos')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} rowHeight={44} label={t('Carregando os avisos')} />
      )}
    </Dialog>
  );
}

function Kinds({ notices }: { notices: NoticesView }) {
  const choose = useChooseNotices(notices);
  const { silent, tones, insist } = notices;
  const { allTicket } = useUser();
  const onError = (error: Error) => notifyError(error);
  const turn = (kind: NoticeKind, on: boolean) =>
    choose.mutate({ silent: on ? silent.filter((each) => each !== kind) : [...silent, kind] }, { onError });
  return (
    <section className={css.part} aria-labelledby="notice-kinds">
      <h3 id="notice-kinds">{t('O que avisa você')}</h3>
      <p className={css.text}>{t('Com som, na área de trabalho e nos seus aparelhos. O que está desligado aparece em silêncio.')}</p>
      {noticeKinds.map((kind) => (
        <Fragment key={kind}>
          <div className={css.line}>
            <Switch label={kindText(kind)} checked={!silent.includes(kind)} onChange={(event) => turn(kind, event.currentTarget.checked)} />
            <ToneChoice
              label={t('Toque de {{name}}', { name: kindText(kind) })}
              value={tones.kinds[kind] ?? 'bell'}
              disabled={silent.includes(kind)}
              onChoose={(tone) => choose.mutate({ tones: { ...tones, kinds: { ...tones.kinds, [kind]: tone ?? 'bell' } } }, { onError })}
            />
          </div>
          {kind === 'waiting' && allTicket === 'enabled' && (
            <Switch
              className={css.under}
              label={t('Repetir o toque do que aguarda')}
              description={t('Toca de novo a cada 20 segundos, até alguém aceitar a conversa ou você ver a lista.')}
              checked={insist}
              disabled={silent.includes(kind)}
              onChange={(event) => choose.mutate({ insist: event.currentTarget.checked }, { onError })}
            />
          )}
        </Fragment>
      ))}
    </section>
  );
}

function kindText(kind: NoticeKind): string {
  switch (kind) {
    case 'mine':
      return t('Mensagem nova nas minhas conversas');
    case 'waiting':
      return t('Mensagem nova em conversas que aguardam');
    case 'handed':
      return t('Conversa transferida para mim');
    case 'mention':
      return t('Menção em nota ou no chat interno');
    case 'chat':
      return t('Mensagem no chat interno');
    case 'announcement':
      return t('Informativo da plataforma');
  }
}
