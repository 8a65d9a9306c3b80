import type { TicketView } from '@balcao/contract/tickets';
import { IconRobot, IconRobotOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useAssistants } from '../../../data/assistants/queries.ts';
import { useSettings } from '../../../data/settings/queries.ts';
import { type AssistantState, assistantState } from '../../../data/tickets/assistant-state.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import css from './assistant-strip.module.css';
import { useAssistantActions } from './mutations.ts';

const GiveDialog = lazyPart(async () => ({ default: (await import('./give-dialog.tsx')).GiveDialog }));

export type AssistantStripProps = {
  ticket: TicketView;
  /** The person is choosing an assistant. */
  giving: boolean;
  onGiving: (giving: boolean) => void;
};

/** Who answers this conversation by itself, and what a person may do about it. */
export function AssistantStrip({ ticket, giving, onGiving }: AssistantStripProps) {
  const now = assistantState(ticket);
  const assistants = useAssistants(true);
  const { change, isChanging } = useAssistantActions(ticket);
  const settings = useSettings();
  const minutes = Number(settings.data?.find(({ key }) => key === 'assistantResumeMinutes')?.value ?? 0);
  const named = 'id' in now ? assistants.data?.find(({ kind, id }) => kind === now.kind && id === now.id)?.name : undefined;
  const name = named ?? t('O assistente');
  const chosen = 'id' in now ? { kind: now.kind, id: now.id } : null;
  return (
    <>
      {now.state !== 'none' && (
        <div className={css.strip} role="status" data-silent={now.state === 'silent' || undefined}>
          {now.state === 'silent' ? <IconRobotOff size={16} aria-hidden /> : <IconRobot size={16} aria-hidden />}
          <span className={css.text}>{stateText(now, name, ticket.status, minutes)}</span>
          {now.state === 'silent' ? (
            chosen &&
            ticket.status === 'pending' && (
              <button type="button" disabled={isChanging} onClick={() => change({ do: 'give', to: chosen })}>
                {t('Retomar')}
              </button>
            )
          ) : (
            <button type="button" disabled={isChanging} onClick={() => change({ do: 'silence' })}>
              {t('Silenciar')}
            </button>
          )}
        </div>
      )}
      {giving && (
        <Suspense>
          <GiveDialog
            assistants={assistants}
            current={now.state === 'answering' ? chosen : null}
            taken={ticket.status === 'open'}
            isSaving={isChanging}
            onGive={(to) => change({ do: 'give', to }, () => onGiving(false))}
            onClose={() => onGiving(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function stateText(now: AssistantState, name: string, status: TicketView['status'], minutes: number): string {
  if (now.state === 'answering') return t('{{name}} está respondendo esta conversa', { name });
  if (now.state === 'menu') return t('O menu do robô está respondendo esta conversa');
  if (status === 'open') return t('{{name}} está em silêncio enquanto uma pessoa atende', { name });
  return minutes > 0
    ? t('{{name}} está em silêncio; volta {{n}} min depois da última palavra de uma pessoa', { name, n: minutes })
    : t('{{name}} está em silêncio até o próximo atendimento', { name });
}
