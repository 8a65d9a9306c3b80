import type { AssistantView } from '@balcao/contract/assistants';
import { IconPlug, IconRobot } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import css from './assistant-strip.module.css';

type Chosen = Pick<AssistantView, 'kind' | 'id'>;

export type GiveDialogProps = {
  assistants: Pick<UseQueryResult<AssistantView[]>, 'data' | 'error' | 'refetch'>;
  /** The one that answers already. */
  current: Chosen | null;
  /** A person has the conversation; it goes back to its queue. */
  taken: boolean;
  isSaving: boolean;
  onGive: (to: Chosen) => void;
  onClose: () => void;
};

/** Chooses the assistant that answers a conversation from now on. */
export function GiveDialog({ assistants, current, taken, isSaving, onGive, onClose }: GiveDialogProps) {
  const { data, error, refetch } = assistants;
  return (
    <Dialog opened onClose={onClose} title={t('Passar para um assistente')} width={420}>
      <p className={css.note}>
        {taken
          ? t(
              'A conversa volta para a fila, e o assistente responde o que o cliente já perguntou e o que escrever depois. Uma pessoa pode aceitá-la a qualquer momento.',
            )
          : t('O assistente responde o que o cliente já perguntou e o que escrever depois, até uma pessoa aceitar a conversa.')}
      </p>
      {error && !data ? (
        <ErrorState title={t('Não foi possível carregar os assistentes')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="100%" height={40} />
      ) : data.length === 0 ? (
        <EmptyState art={<IconRobot />} title={t('Nenhum assistente ainda')}>
          {t('Um administrador cria assistentes em Prompts de IA ou em Integrações.')}
        </EmptyState>
      ) : (
        <div className={css.choices}>
          {data.map(({ kind, id, name }) => (
            <button
              key={`${kind}${id}`}
              type="button"
              className={css.choice}
              disabled={isSaving || (current?.kind === kind && current.id === id)}
              onClick={() => onGive({ kind, id })}
            >
              {kind === 'prompt' ? <IconRobot size={18} aria-hidden /> : <IconPlug size={18} aria-hidden />}
              {name}
            </button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
