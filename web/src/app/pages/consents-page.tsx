import { Button } from '@mantine/core';
import { IconDownload, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useConsents } from '../../data/consent/queries.ts';
import { isUnderWay, useImports } from '../../data/imports/queries.ts';
import { ImportBanners } from '../../features/desk/imports/import-banners.tsx';
import { ConsentsTable } from '../../features/outbound/consent/consents-table.tsx';
import { useExportConsents, useImportConsents } from '../../features/outbound/consent/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

const SheetImport = lazyPart(async () => ({ default: (await import('../../features/desk/imports/sheet-import.tsx')).SheetImport }));

/** Who asked not to be written to, and who came back. */
export function ConsentsPage() {
  usePageTitle(t('Consentimento'));
  const consents = useConsents();
  const { data: imports = [] } = useImports();
  const [imported, setImported] = useState<number | 'new' | null>(null);
  const take = useImportConsents();
  const takeOut = useExportConsents();
  return (
    <Page>
      <PageHeader
        title={t('Consentimento')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={takeOut.isPending}
              onClick={() => takeOut.mutate(undefined, { onError: (error) => notifyError(error) })}
            >
              {t('Exportar registro (.csv)')}
            </Button>
            <Button leftSection={<IconTableImport size={16} />} onClick={() => setImported('new')}>
              {t('Importar planilha')}
            </Button>
          </>
        }
      />
      <ImportBanners
        imports={imports.filter((one) => one.kind === 'consents' && isUnderWay(one) && one.id !== imported)}
        onOpen={setImported}
      />
      <ConsentsTable list={consents} />
      <Suspense>
        {imported !== null && (
          <SheetImport
            kind="consents"
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
