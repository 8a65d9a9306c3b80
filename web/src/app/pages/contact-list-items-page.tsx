import type { ContactListItemView } from '@balcao/contract/contact-lists';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFilter, IconPlus, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useContactList, useContactListItems } from '../../data/contact-lists/queries.ts';
import { isUnderWay, useImports } from '../../data/imports/queries.ts';
import { ImportBanners } from '../../features/desk/imports/import-banners.tsx';
import { checkedText } from '../../features/outbound/contact-lists/contact-lists-table.tsx';
import { ItemDialog } from '../../features/outbound/contact-lists/item-dialog.tsx';
import { ItemsTable } from '../../features/outbound/contact-lists/items-table.tsx';
import { useDeleteItem, useImportIntoList } from '../../features/outbound/contact-lists/mutations.ts';
import { errorText, notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { ProgressBar } from '../../ui/marks/progress-bar.tsx';
import { Banner } from '../../ui/page/banner.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

const SheetImport = lazyPart(async () => ({ default: (await import('../../features/desk/imports/sheet-import.tsx')).SheetImport }));

/** The contacts of one list. */
export function ContactListItemsPage() {
  const listId = Number(useParams().contactListId) || 0;
  const { data: list, error, refetch } = useContactList(listId);
  usePageTitle(list?.name ?? t('Listas de Contatos'));
  const me = useUser();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<ContactListItemView | 'new' | null>(null);
  const [imported, setImported] = useState<number | 'new' | null>(null);
  const { data: imports = [] } = useImports();
  const items = useContactListItems(listId, search);
  const remove = useDeleteItem(listId);
  const take = useImportIntoList(listId);
  const byHand = list !== undefined && !list.inStep;
  const onDelete = async (item: ContactListItemView) => {
    const more = t('A pessoa sai só desta lista.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: item.name }), more))) return;
    remove.mutate(item.id, {
      onSuccess: () => toastSuccess(t('Contato excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const running = imports.filter((one) => one.contactListId === listId && isUnderWay(one) && one.id !== imported);
  return (
    <Page>
      <PageHeader
        title={list?.name ?? t('Listas de Contatos')}
        count={items.count}
        search={<SearchInput label={t('Buscar por nome ou número')} value={search} onSearch={setSearch} />}
        actions={
          <>
            <Button component={Link} to="/contact-lists" variant="default" leftSection={<IconArrowLeft size={16} />}>
              {t('Listas')}
            </Button>
            {byHand && (
              <>
                <Button variant="default" leftSection={<IconTableImport size={16} />} onClick={() => setImported('new')}>
                  {t('Importar planilha')}
                </Button>
                <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
                  {t('Adicionar contato à lista')}
                </Button>
              </>
            )}
          </>
        }
      />
      {list?.inStep && (
        <Banner tone="info" icon={<IconFilter />}>
          {t('Esta lista acompanha um filtro: os contatos entram e saem sozinhos. Edite a lista para mudar o filtro ou congelá-la.')}
        </Banner>
      )}
      {list && list.uncheckedCount > 0 && (
        <ProgressBar
          label={t('Conferindo os números no WhatsApp')}
          share={(list.contactsCount - list.uncheckedCount) / list.contactsCount}
          detail={checkedText(list)}
        />
      )}
      <ImportBanners imports={running} onOpen={setImported} />
      {error && !list ? (
        <ErrorState title={t('Não foi possível carregar a lista')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <ItemsTable
          list={items}
          searching={search !== ''}
          onEdit={byHand ? setEdited : undefined}
          onDelete={byHand && can(me, 'contacts-page:deleteContact') ? (item) => void onDelete(item) : undefined}
          onAdd={byHand ? () => setEdited('new') : undefined}
        />
      )}
      {edited && (
        <ItemDialog
          key={edited === 'new' ? 'new' : edited.id}
          contactListId={listId}
          item={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <Suspense>
        {imported !== null && (
          <SheetImport
            kind="list"
            importId={imported === 'new' ? null : imported}
            send={take.mutateAsync}
            onStarted={({ id }) => setImported(id)}
            onClose={() => setImported(null)}
          />
        )}
      </Suspense>
    </Page>
  );
}
