import type { ImportView } from '@balcao/contract/imports';
import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Banner } from '../../../ui/page/banner.tsx';

export type ImportBannersProps = {
  /** Imports that are running. */
  imports: readonly ImportView[];
  onOpen: (importId: number) => void;
};

/** One line for each running import; a click opens it. */
export function ImportBanners({ imports, onOpen }: ImportBannersProps) {
  return imports.map(({ id, fileName, total, processed }) => (
    <Banner
      key={id}
      tone="info"
      icon={<IconTableImport />}
      action={
        <Button variant="subtle" size="sm" onClick={() => onOpen(id)}>
          {t('Ver andamento')}
        </Button>
      }
    >
      {total === null
        ? t('Importando {{name}}', { name: fileName })
        : t('Importando {{name}}: {{done}} de {{total}}', { name: fileName, done: formatNumber(processed), total: formatNumber(total) })}
    </Banner>
  ));
}
