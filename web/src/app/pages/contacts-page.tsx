import type { ContactView } from '@balcao/contract/contacts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ContactFilter } from '../../data/contacts/keys.ts';
import { useContacts } from '../../data/contacts/queries.ts';
import { isUnderWay, useImports } from '../../data/imports/queries.ts';
import { ContactDateFilter } from '../../features/desk/contacts/contact-date-filter.tsx';
import { ContactDialog } from '../../features/desk/contacts/contact-dialog.tsx';
import { ContactsTable } from '../../features/desk/contacts/contacts-table.tsx';
import { useDeleteContact } from '../../features/desk/contacts/mutations.ts';
import { ImportBanners } from '../../features/desk/imports/import-banners.tsx';
import { ImportMenu } from '../../features/desk/imports/import-menu.tsx';
import { NewTicketDialog } from '../../features/desk/tickets/dialogs/new-ticket-dialog.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

const ImportDialog = lazyPart(async () => ({ default: (await import('../../features/desk/imports/import-dialog.tsx')).ImportDialog }));

/** Everybody the company talks with. */
export function ContactsPage() {
  usePageTitle(t('Contatos'));
  const me = useUser();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [talkingTo, setTalkingTo] = useState<ContactView | null>(null);
  const [imported, setImported] = useState<number | 'new' | null>(null);
  const { data: imports = [] } = useImports();
  const filter = filterOf(params);
  const contacts = useContacts(filter);
  const remove = useDeleteContact();
  const narrow = (change: Partial<ContactFilter>) => setParams(paramsOf({ ...filter, ...change }), { replace: true });
  const onDelete = async (contact: ContactView) => {
    const more = t('As conversas e mensagens deste contato também são excluídas.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: contact.name }), more))) return;
    remove.mutate(contact.id, {
      onSuccess: () => toastSuccess(t('Contato excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Contatos')}
        count={contacts.count}
        search={
          <SearchInput
            label={t('Buscar por nome ou número')}
            value={filter.searchParam}
            onSearch={(searchParam) => narrow({ searchParam })}
          />
        }
        actions={
          <>
            <ContactDateFilter
              value={filter}
              onChange={(dates) => setParams(paramsOf({ searchParam: filter.searchParam, ...dates }), { replace: true })}
            />
            <ImportMenu onSheet={() => setImported('new')} />
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {t('Adicionar contato')}
            </Button>
          </>
        }
      />
      <ImportBanners
        imports={imports.filter((one) => one.kind === 'contacts' && isUnderWay(one) && one.id !== imported)}
        onOpen={setImported}
      />
      <ContactsTable
        list={contacts}
        filtered={params.size > 0}
        onTalk={setTalkingTo}
        onEdit={({ id }) => setEdited(id)}
        onDelete={can(me, 'contacts-page:deleteContact') ? (contact) => void onDelete(contact) : undefined}
        onAdd={() => setEdited('new')}
        onClearFilter={() => setParams({}, { replace: true })}
      />
      {edited !== null && <ContactDialog contactId={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Suspense>
        {imported !== null && (
          <ImportDialog
            importId={imported === 'new' ? null : imported}
            onStarted={({ id }) => setImported(id)}
            onContact={setEdited}
            onClose={() => setImported(null)}
          />
        )}
      </Suspense>
      {talkingTo && (
        <NewTicketDialog
          key={talkingTo.id}
          contact={talkingTo}
          onClose={() => setTalkingTo(null)}
          onOpened={(ticket) => void navigate(`/tickets/${ticket.uuid}`)}
          onExisting={(ticket) => void navigate(`/tickets/${ticket.uuid}`)}
        />
      )}
    </Page>
  );
}

function filterOf(params: URLSearchParams): ContactFilter {
  const day = (name: 'date' | 'dateStart' | 'dateEnd') => {
    const text = params.get(name);
    return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? { [name]: text } : {};
  };
  return { searchParam: params.get('searchParam') ?? '', ...day('date'), ...day('dateStart'), ...day('dateEnd') };
}

function paramsOf(filter: ContactFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}
