import { Button } from '@mantine/core';
import { IconMessageCirclePlus, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../../../platform/i18n.ts';
import { EmptyState } from '../../../../ui/page/empty-state.tsx';
import { chips, chipsOff, isNarrowed, type ListProps, searchOff } from './inbox-view.ts';

type EmptyListProps = Omit<ListProps, 'mayShowAll'> & {
  /** A search looked through the newest only. */
  newestOnly: boolean;
  onNew: () => void;
};

/** Why a list is empty, and what can be done. */
export function EmptyList({ view, newestOnly, onChange, onNew }: EmptyListProps) {
  if (view.tab === 'open' && (chips.some((chip) => view[chip]) || view.tagIds.length > 0)) {
    return (
      <EmptyState
        title={t('Nada com estes filtros')}
        action={
          <Button variant="default" onClick={() => onChange({ ...chipsOff, tagIds: [], userIds: [] })}>
            {t('Limpar os filtros')}
          </Button>
        }
      >
        {t('Sem eles a lista pode ter outras conversas.')}
      </EmptyState>
    );
  }
  if (view.tab === 'search') return <NothingFound view={view} newestOnly={newestOnly} onChange={onChange} />;
  if (view.queueIds.length > 0) {
    return (
      <EmptyState
        title={t('Nada nas filas escolhidas')}
        action={
          <Button variant="default" onClick={() => onChange({ queueIds: [] })}>
            {t('Mostrar todas as filas')}
          </Button>
        }
      >
        {t('Há um filtro de filas ligado. Outras filas podem ter conversas.')}
      </EmptyState>
    );
  }
  if (view.tab === 'closed') {
    return (
      <EmptyState title={t('Nenhum atendimento resolvido')}>
        {t('Ao resolver uma conversa, ela vem para cá e pode ser reaberta a qualquer momento.')}
      </EmptyState>
    );
  }
  if (view.waiting) {
    return (
      <EmptyState
        title={t('Ninguém esperando')}
        action={
          <Button variant="default" onClick={() => onChange({ waiting: false })}>
            {t('Ver o que está em atendimento')}
          </Button>
        }
      >
        {t('As novas conversas das suas filas aparecem aqui. Aceite com Enter.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={<IconMessageCirclePlus />}
      title={t('Nenhuma conversa em atendimento')}
      action={
        <>
          <Button onClick={() => onChange({ waiting: true })}>{t('Ver quem está aguardando')}</Button>
          <Button variant="default" onClick={onNew}>
            {t('Iniciar conversa')}
          </Button>
        </>
      }
    >
      {t('As conversas que você aceita ficam aqui até serem resolvidas.')}
    </EmptyState>
  );
}

/** A search without a result: without its filters it may have one, and there may be such a contact who has never written. */
function NothingFound({ view, newestOnly, onChange }: Omit<EmptyListProps, 'onNew'>) {
  return (
    <EmptyState
      art={<IconSearch />}
      title={newestOnly ? t('Nenhuma entre as mais recentes') : t('Nada encontrado')}
      action={
        <>
          {isNarrowed(view) && (
            <Button variant="default" onClick={() => onChange(searchOff)}>
              {t('Limpar os filtros')}
            </Button>
          )}
          {view.text !== '' && (
            <Button variant="default" component={Link} to={`/contacts?searchParam=${encodeURIComponent(view.text)}`}>
              {t('Buscar nos contatos')}
            </Button>
          )}
        </>
      }
    >
      {newestOnly
        ? t('Mais palavras alcançam também as mais antigas.')
        : t('Confira a grafia, ou busque só parte do nome, do número ou da mensagem.')}
    </EmptyState>
  );
}
