import { checkTemplate, type TemplateChoice, type TemplateMedia, templateSlots } from '@balcao/contract/template-rules';
import type { TemplateView } from '@balcao/contract/templates';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TemplateFieldProps } from '../../../data/templates/choosing.ts';
import { useTemplate, useTemplates } from '../../../data/templates/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import { AttachedHeader } from './header-file.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { categoryText, firstVariable, slotText, statusText } from './template-text.ts';
import css from './templates.module.css';

/** Chooses a template in a form, and what its variables will be. Tells if it cannot be sent any more. */
export function TemplateField({ whatsappId, value, onChange, description, nameVariable, hint, fill, error }: TemplateFieldProps) {
  const [typed, setTyped] = useState('');
  const found = useTemplates(whatsappId, useDebounced(typed.trim(), 500), true);
  const chosen = useTemplate(whatsappId, value);
  const rows = found.rows ?? [];
  const options = new Map(rows.map((each) => [keyOf(each), `${each.name} · ${each.language} · ${categoryText(each.category)}`]));
  if (value && !options.has(keyOf(value))) options.set(keyOf(value), `${value.name} · ${value.language}`);
  const choose = (key: string | null) => {
    const template = rows.find((each) => keyOf(each) === key);
    if (key === null) onChange(null);
    else if (template) onChange({ name: template.name, language: template.language, variables: firstValues(template, nameVariable) });
  };
  return (
    <div className={css.stack}>
      <Select
        label={t('Modelo da Meta')}
        placeholder={t('Nenhum')}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[...options].map(([key, label]) => ({ value: key, label }))}
        filter={({ options: all }) => all}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Tirar o modelo') }}
        nothingFoundMessage={found.loading ? t('Procurando…') : t('Nenhum modelo aprovado')}
        value={value && keyOf(value)}
        onSearchChange={(text) => setTyped(value && options.get(keyOf(value)) === text ? '' : text)}
        onChange={choose}
        error={error}
      />
      {value && chosen.data !== undefined && <Variables {...{ value, onChange, hint, fill }} template={chosen.data} />}
    </div>
  );
}

type VariablesProps = Pick<TemplateFieldProps, 'onChange' | 'hint' | 'fill'> & { value: TemplateChoice; template: TemplateView | null };

function Variables({ value, template, onChange, hint, fill }: VariablesProps) {
  if (!template) return <Banner tone="bad">{t('Este modelo não existe mais na Meta. Escolha outro.')}</Banner>;
  const { content, status, reason } = template;
  const filled = Object.fromEntries(Object.entries(value.variables).map(([key, each]) => [key, fill(each)]));
  const verdict = checkTemplate({ status: 'APPROVED', content }, { variables: filled });
  const invalid = verdict.ok ? [] : ((verdict.details?.invalid as string[] | undefined) ?? []);
  return (
    <>
      {status !== 'APPROVED' && (
        <Banner tone="bad">
          {t('Este modelo não pode ser enviado agora: {{status}}.', { status: statusText(status).text.toLowerCase() })} {reason}
        </Banner>
      )}
      {templateSlots(content).map((slot) =>
        slot.kind === 'media' ? (
          <AttachedHeader
            key={slot.key}
            kind={slot.name as TemplateMedia}
            value={value.variables[slot.key] ?? ''}
            error={invalid.includes(slot.key) && t('Este valor não serve aqui.')}
            onChange={(text) => onChange({ ...value, variables: { ...value.variables, [slot.key]: text } })}
          />
        ) : (
          <TextInput
            key={slot.key}
            label={slotText(slot)}
            description={slot.kind === 'text' ? hint : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            value={value.variables[slot.key] ?? ''}
            error={invalid.includes(slot.key) && t('Este valor não serve aqui.')}
            onChange={(event) => onChange({ ...value, variables: { ...value.variables, [slot.key]: event.currentTarget.value } })}
          />
        ),
      )}
      {invalid.includes('body') && <Banner tone="bad">{t('O texto preenchido passa de 1.024 letras. Encurte algum valor.')}</Banner>}
      <TemplatePreview content={content} variables={filled} />
    </>
  );
}

function keyOf({ name, language }: Pick<TemplateChoice, 'name' | 'language'>): string {
  return `${name} ${language}`;
}

/** Every variable has a value, so that what is stored names them all. */
function firstValues({ content }: TemplateView, nameVariable: string): Record<string, string> {
  const greeted = firstVariable(content.body);
  return Object.fromEntries(templateSlots(content).map(({ key }) => [key, key === `body.${greeted}` ? nameVariable : '']));
}
