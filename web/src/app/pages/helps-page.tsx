import type { HelpView } from '@balcao/contract/helps';
import { IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useHelps } from '../../data/helps/queries.ts';
import { VideoCards, VideoDialog } from '../../features/team/helps/video-cards.tsx';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { ListSkeleton } from '../../ui/page/skeleton.tsx';

/** The videos that explain the product. */
export function HelpsPage() {
  usePageTitle(t('Ajuda'));
  const { data: helps, error, refetch } = useHelps();
  const [played, setPlayed] = useState<HelpView | null>(null);
  return (
    <Page>
      <PageHeader title={t('Ajuda')} count={helps?.length} />
      {error && !helps ? (
        <ErrorState title={t('Não foi possível carregar os vídeos')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : !helps ? (
        <ListSkeleton rows={3} rowHeight={160} label={t('Carregando os vídeos')} />
      ) : helps.length === 0 ? (
        <EmptyState art={<IconVideo />} title={t('Nenhum vídeo ainda')}>
          {t('Os vídeos que explicam o sistema aparecem aqui.')}
        </EmptyState>
      ) : (
        <VideoCards helps={helps} onPlay={setPlayed} />
      )}
      {played && <VideoDialog key={played.id} help={played} onClose={() => setPlayed(null)} />}
    </Page>
  );
}
