import { hasRight } from '@balcao/contract/user-rules';
import { Button, Menu } from '@mantine/core';
import { IconArrowsTransferDown, IconChevronDown, IconDeviceMobile, IconDownload, IconTableImport } from '@tabler/icons-react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useExportContacts, useImportFromPhone } from './mutations.ts';

/** The menu to import contacts, and to export them for whoever may. */
export function ImportMenu({ onSheet }: { onSheet: () => void }) {
  const mayExport = hasRight(useUser(), 'exportContacts');
  const fromPhone = useImportFromPhone();
  const takeOut = useExportContacts();
  const phone = useMedia(phoneQuery);
  const label = mayExport ? t('Importar / Exportar') : t('Importar');
  const busy = fromPhone.isPending || takeOut.isPending;
  const importPhone = () =>
    fromPhone.mutate(undefined, {
      onSuccess: ({ created, total }) =>
        showToast({
          kind: 'success',
          title: created === 0 ? t('Nenhum contato novo no celular') : t('{{count}} contatos adicionados', { count: created }),
          text: t('{{n}} lidos da agenda.', { n: total }),
          lifeMs: toastLife.administration,
        }),
      onError: (error) => notifyError(error),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {phone ? (
          <IconButton label={label} variant="default" size={36} loading={busy}>
            <IconArrowsTransferDown size={18} />
          </IconButton>
        ) : (
          <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={busy}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTableImport size={18} />} onClick={onSheet}>
          {t('Importar planilha')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceMobile size={18} />} onClick={importPhone}>
          {t('Importar do celular')}
        </Menu.Item>
        {mayExport && (
          <Menu.Item
            leftSection={<IconDownload size={18} />}
            onClick={() => takeOut.mutate(undefined, { onError: (error) => notifyError(error) })}
          >
            {t('Exportar contatos (.csv)')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
