import { type ViewFilter, viewsMax } from '@balcao/contract/ticket-view-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconArrowUp, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { applyView, removeView } from '../../../../../data/ticket-views/live.ts';
import { api } from '../../../../../platform/api.ts';
import { errorCode, errorText, notifyError } from '../../../../../platform/errors.ts';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { useUser } from '../../../../../platform/session.ts';
import { confirmDelete } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import css from './views-menu.module.css';

export type ViewsMenuProps = {
  /** One's own in their order, and then those of others. */
  views: readonly TicketListView[];
  counts: ReadonlyMap<number, number | null>;
  /** What the list shows now. */
  current: ViewFilter;
  isShown: (view: TicketListView) => boolean;
  onShow: (view: TicketListView) => void;
  onClose: () => void;
};

/** The saved views: shows one, saves the filters of now as another, puts them in order, shares and removes them. */
export function ViewsMenu({ views, counts, current, isShown, onShow, onClose }: ViewsMenuProps) {
  const user = useUser();
  const actions = useViewActions();
  const own = views.filter(({ userId }) => userId === user.id);
  const others = views.filter(({ userId }) => userId !== user.id);
  const mayManage = user.profile !== 'user';
  const line = (view: TicketListView, at: number) => (
    <li key={view.id} className={css.line}>
      <button
        type="button"
        className={css.name}
        aria-pressed={isShown(view)}
        onClick={() => {
          onShow(view);
          onClose();
        }}
      >
        <span>{view.name}</span>
        {counts.get(view.id) != null && <span className={css.count}>{formatNumber(counts.get(view.id) ?? 0)}</span>}
      </button>
      {view.userId === user.id && at > 0 && (
        <IconButton label={t('Subir {{name}}', { name: view.name })} size="sm" onClick={() => void actions.raise(own, at)}>
          <IconArrowUp size={16} />
        </IconButton>
      )}
      {(view.userId === user.id || mayManage) && (
        <>
          <IconButton
            label={
              view.shared ? t('Deixar de compartilhar {{name}}', { name: view.name }) : t('Compartilhar {{name}}', { name: view.name })
            }
            aria-pressed={view.shared}
            size="sm"
            data-on={view.shared || undefined}
            onClick={() => void actions.change(view.id, { shared: !view.shared })}
          >
            <IconUsers size={16} />
          </IconButton>
          <IconButton label={t('Excluir {{name}}', { name: view.name })} size="sm" onClick={() => void actions.remove(view)}>
            <IconTrash size={16} />
          </IconButton>
        </>
      )}
    </li>
  );
  return (
    <Dialog opened onClose={onClose} title={t('Visões salvas')} width={420}>
      {own.length > 0 && <h3 className={css.title}>{t('Minhas visões')}</h3>}
      {own.length > 0 && <ul className={css.list}>{own.map(line)}</ul>}
      {others.length > 0 && <h3 className={css.title}>{t('Da equipe')}</h3>}
      {others.length > 0 && <ul className={css.list}>{others.map((view) => line(view, 0))}</ul>}
      {views.length === 0 && <p className={css.none}>{t('Uma visão guarda filtros, abas e ordem. Fica a um clique, acima da lista.')}</p>}
      {own.length < viewsMax && <SaveView filter={current} onSave={actions.create} onSaved={onClose} />}
    </Dialog>
  );
}

function SaveView({ filter, onSave, onSaved }: { filter: ViewFilter; onSave: Create; onSaved: () => void }) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(t('Obrigatório'));
    const refused = await onSave({ name: name.trim(), shared, filter });
    if (refused === null) onSaved();
    else setError(refused);
  };
  return (
    <form className={css.save} onSubmit={(event) => void save(event)}>
      <TextInput
        label={t('Salvar os filtros de agora')}
        placeholder={t('Nome da visão')}
        maxLength={40}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <Switch label={t('Compartilhar com a equipe')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      <Button type="submit">{t('Salvar visão')}</Button>
    </form>
  );
}

type Input = { name: string; shared: boolean; filter: ViewFilter };
/** Answers why it was refused; null if it was done. */
type Create = (input: Input) => Promise<string | null>;

function useViewActions() {
  const cache = useQueryClient();
  const { id: ownId } = useUser();
  const change = async (ticketViewId: number, body: { shared?: boolean; place?: number }) => {
    try {
      applyView(cache, await api('PUT /v1/ticket-views/:ticketViewId', { params: { ticketViewId }, body }), ownId);
    } catch (error) {
      notifyError(error);
    }
  };
  const create: Create = async ({ name, shared, filter }) => {
    const { queueIds, userIds, tagIds, ...rest } = filter;
    const body = { name, shared, filter: { ...rest, queueIds: [...queueIds], userIds: [...userIds], tagIds: [...tagIds] } };
    try {
      applyView(cache, await api('POST /v1/ticket-views', { body }), ownId);
      return null;
    } catch (error) {
      return errorText(error);
    }
  };
  return {
    change,
    create,
    /** Puts one's view before the one above it. */
    raise: async (own: readonly TicketListView[], at: number) => {
      const order = own.toSpliced(at, 1).toSpliced(at - 1, 0, own[at] as TicketListView);
      for (const [place, view] of order.entries()) if (view.place !== place) await change(view.id, { place });
    },
    remove: async (view: TicketListView) => {
      if (!(await confirmDelete(t('Excluir {{name}}?', { name: view.name })))) return;
      try {
        await api('DELETE /v1/ticket-views/:ticketViewId', { params: { ticketViewId: view.id } });
      } catch (error) {
        if (errorCode(error) !== 'ERR_NO_TICKET_VIEW_FOUND') return notifyError(error);
      }
      removeView(cache, view.id);
    },
  };
}
