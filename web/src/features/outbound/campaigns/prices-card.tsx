import { type PriceGroup, type PriceRow, type Prices, priceCurrencies, priceGroups } from '@balcao/contract/campaign-cost-rules';
import { NumberInput, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import css from './settings-form.module.css';
import { groupText } from './words.ts';

/** What Meta charges for a template, by country and category: entered by the company, as Meta changes it and bills in several currencies. */
export function PricesCard({ prices, onChange }: { prices: Prices; onChange: (prices: Prices) => void }) {
  const { currency, rows } = prices;
  const rest = priceGroups.filter((group) => rows.every((row) => row.group !== group));
  const change = (group: PriceGroup, part: Partial<PriceRow>) =>
    onChange({ ...prices, rows: rows.map((row) => (row.group === group ? { ...row, ...part } : row)) });
  const columns = [
    { key: 'marketing', label: t('Marketing') },
    { key: 'utility', label: t('Utilidade') },
    { key: 'authentication', label: t('Autenticação') },
  ] as const;
  return (
    <Card title={t('Preços da Meta por modelo')}>
      <p className={css.none}>
        {t('Para números da API oficial: o ensaio de uma campanha mostra quanto a Meta cobrará. Copie os preços da tabela dela.')}
      </p>
      <div className={css.priceBar}>
        <Select
          label={t('Moeda da conta')}
          data={[...priceCurrencies]}
          value={currency}
          allowDeselect={false}
          onChange={(value) => onChange({ ...prices, currency: priceCurrencies.find((each) => each === value) ?? currency })}
        />
        <Select
          label={t('Adicionar país')}
          placeholder={t('Escolha')}
          searchable
          value={null}
          data={rest.map((group) => ({ value: group, label: groupText(group) }))}
          onChange={(value) => {
            const group = priceGroups.find((each) => each === value);
            if (group) onChange({ ...prices, rows: [...rows, { group, marketing: null, utility: null, authentication: null }] });
          }}
        />
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{t('Nenhum preço informado.')}</p>
      ) : (
        <ul className={css.prices} aria-label={t('Preços')}>
          {rows.map((row) => (
            <li key={row.group}>
              <b>{groupText(row.group)}</b>
              {columns.map(({ key, label }) => (
                <NumberInput
                  key={key}
                  label={label}
                  aria-label={`${groupText(row.group)}: ${label}`}
                  value={row[key] ?? ''}
                  min={0}
                  max={10_000}
                  decimalScale={4}
                  decimalSeparator=","
                  hideControls
                  onChange={(value) => change(row.group, { [key]: typeof value === 'number' ? value : null })}
                />
              ))}
              <IconButton
                label={t('Remover {{name}}', { name: groupText(row.group) })}
                size="sm"
                onClick={() => onChange({ ...prices, rows: rows.filter(({ group }) => group !== row.group) })}
              >
                <IconTrash size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
