import { attachedFile, checkTemplate, type TemplateMedia, templateSlots } from '@balcao/contract/template-rules';
import type { TemplateView } from '@balcao/contract/templates';
import type { TicketView } from '@balcao/contract/tickets';
import { fillVariables } from '@balcao/contract/variables-rules';
import { Button, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTemplates } from '../../../data/templates/queries.ts';
import { now } from '../../../platform/clock.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { focusFirstError } from '../../../ui/dialog/server-errors.ts';
import { FoundList } from '../../../ui/list/found-list.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { HeaderFile, headerProblem } from './header-file.tsx';
import { useSendTemplate } from './mutations.ts';
import { TemplatePreview } from './template-preview.tsx';
import { categoryText, firstVariable, slotText } from './template-text.ts';
import css from './templates.module.css';

export type TemplateDialogProps = { ticket: TicketView; timeZone: string; onClose: () => void };

/** Chooses a template, fills it in and sends it: the way to write while the window is shut. Mounted while it is open. */
export function TemplateDialog({ ticket, timeZone, onClose }: TemplateDialogProps) {
  const [chosen, setChosen] = useState<TemplateView | null>(null);
  const title = chosen ? t('Enviar {{name}}', { name: chosen.name }) : t('Enviar modelo');
  return chosen ? (
    <FillIn ticket={ticket} template={chosen} timeZone={timeZone} title={title} onBack={() => setChosen(null)} onClose={onClose} />
  ) : (
    <Dialog opened onClose={onClose} title={title} width={560}>
      <Choose whatsappId={ticket.whatsapp?.id ?? 0} onChoose={setChosen} />
    </Dialog>
  );
}

function Choose({ whatsappId, onChoose }: { whatsappId: number; onChoose: (template: TemplateView) => void }) {
  const [search, setSearch] = useState('');
  const list = useTemplates(whatsappId, search, true);
  return (
    <div className={css.stack}>
      <FoundList
        search={search}
        onSearch={setSearch}
        list={list}
        searchLabel={t('Buscar modelo')}
        autoFocus
        loadingLabel={t('Carregando os modelos')}
        failedTitle={t('Não foi possível carregar os modelos')}
        empty={
          <EmptyState art={<IconTemplate />} title={search ? t('Nenhum modelo encontrado') : t('Nenhum modelo aprovado')}>
            {search
              ? t('Nenhum modelo aprovado tem este nome.')
              : t('Modelos são criados e aprovados no Gerenciador do WhatsApp, da Meta. Depois de aprovados, aparecem aqui.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={`${css.list} ${css.choices}`}>
            {rows.map((template) => (
              <li key={template.id}>
                <button type="button" className={css.choice} onClick={() => onChoose(template)}>
                  <b>{template.name}</b>
                  <span className={css.clip}>{template.content.body}</span>
                  <small>
                    {template.language} · {categoryText(template.category)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </FoundList>
    </div>
  );
}

type FillInProps = TemplateDialogProps & { template: TemplateView; title: string; onBack: () => void };

function FillIn({ ticket, template, timeZone, title, onBack, onClose }: FillInProps) {
  const { name, language, content } = template;
  const slots = templateSlots(content);
  const [variables, setVariables] = useState<Record<string, string>>(() => firstValues(template));
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState(false);
  // One key for one filled-in template: clicking again after a lost answer sends nothing twice.
  const [key, setKey] = useState(() => newIdempotencyKey());
  const sending = useSendTemplate();
  const about = { contactName: ticket.contact.name, protocol: ticket.protocol, at: new Date(now()), timeZone };
  const given = file ? { ...variables, 'header.media': attachedFile } : variables;
  const filled = Object.fromEntries(Object.entries(given).map(([slot, value]) => [slot, fillVariables(value, about)]));
  const verdict = checkTemplate({ status: 'APPROVED', content }, { variables: filled });
  const fileProblem =
    slots.map(({ kind, name }) => (kind === 'media' ? headerProblem(name as TemplateMedia, file) : null)).find(Boolean) ?? null;
  const write = (slot: string, value: string) => {
    setVariables((held) => ({ ...held, [slot]: value }));
    setKey(newIdempotencyKey());
  };
  const problems = verdict.ok ? {} : (verdict.details ?? {});
  const wrong = (slot: string): string | null => {
    if (!tried) return null;
    if ((problems.missing as string[] | undefined)?.includes(slot)) return t('Preencha esta variável.');
    return (problems.invalid as string[] | undefined)?.includes(slot) ? t('Este valor não serve aqui.') : null;
  };
  const send = () => {
    setTried(true);
    if (!verdict.ok || fileProblem !== null) return focusFirstError();
    if (sending.isPending) return;
    sending.mutate({ ticketId: ticket.id, choice: { name, language, variables: given }, file, key }, { onSuccess: onClose });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      width={560}
      foot={
        <>
          <Button variant="default" disabled={sending.isPending} onClick={onBack}>
            {t('Voltar')}
          </Button>
          <Button loading={sending.isPending} data-autofocus={slots.length === 0 || undefined} onClick={send}>
            {t('Enviar')}
          </Button>
        </>
      }
    >
      <form
        className={css.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {sending.error && <Banner tone="bad">{errorText(sending.error)}</Banner>}
        {slots.map((slot, index) =>
          slot.kind === 'media' ? (
            <HeaderFile
              key={slot.key}
              kind={slot.name as TemplateMedia}
              file={file}
              onFile={(chosen) => {
                setFile(chosen);
                setKey(newIdempotencyKey());
              }}
              link={variables[slot.key] ?? ''}
              onLink={(link) => write(slot.key, link)}
              error={wrong(slot.key)}
            />
          ) : (
            <TextInput
              key={slot.key}
              label={slotText(slot)}
              value={variables[slot.key] ?? ''}
              error={wrong(slot.key)}
              data-autofocus={index === 0 || undefined}
              onChange={(event) => write(slot.key, event.currentTarget.value)}
            />
          ),
        )}
        {tried && (problems.invalid as string[] | undefined)?.includes('body') && (
          <Banner tone="bad">{t('O texto preenchido passa de 1.024 letras. Encurte algum valor.')}</Banner>
        )}
        <TemplatePreview content={content} variables={filled} />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}

/** The first variable of the text mostly is the customer's name. */
function firstValues({ content }: TemplateView): Record<string, string> {
  const greeted = firstVariable(content.body);
  return greeted === null ? {} : { [`body.${greeted}`]: '{{firstName}}' };
}
