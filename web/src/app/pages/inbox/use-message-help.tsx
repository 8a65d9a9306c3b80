import type { TicketView } from '@balcao/contract/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useInboxHelp } from '../../../data/inbox-help/queries.ts';
import { type MessageHelp, noHelp } from '../../../features/desk/messages/message-help.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { useUser } from '../../../platform/session.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

const HelpTools = lazyPart(async () => ({ default: (await import('../../../features/automation/inbox-help/help-tools.tsx')).HelpTools }));
const loadTranslation = () => import('../../../features/automation/inbox-help/translation.tsx');
const TranslateItem = lazyPart(async () => ({ default: (await loadTranslation()).TranslateItem }));
const Translation = lazyPart(async () => ({ default: (await loadTranslation()).Translation }));

/** The help of the language model in a conversation, as far as the company switched it on. Its code is loaded where it is. */
export function useMessageHelp({ id: ticketId }: TicketView): MessageHelp {
  const cache = useQueryClient();
  const offer = useInboxHelp(useUser().company.plan?.useOpenAi === true);
  return useMemo(() => {
    if (!offer || offer.tasks.length === 0) return noHelp;
    const translates = offer.tasks.includes('translate');
    return {
      transcribe: offer.tasks.includes('transcribe')
        ? async (message) => {
            const { transcribe } = await import('../../../features/automation/inbox-help/mutations.ts');
            const { failureText } = await import('../../../features/automation/inbox-help/help-text.ts');
            await transcribe(cache, message).catch((error: unknown) =>
              showToast({ kind: 'error', title: t('O áudio não foi transcrito'), text: failureText(error), lifeMs: toastLife.error }),
            );
          }
        : null,
      menu: (message) =>
        translates && !message.fromMe && (message.transcript ?? message.body) !== '' && message.mediaType !== 'locationMessage' ? (
          <Suspense fallback={null}>
            <TranslateItem message={message} />
          </Suspense>
        ) : null,
      under: (message) =>
        translates && !message.fromMe ? (
          <Suspense fallback={null}>
            <Translation message={message} />
          </Suspense>
        ) : null,
      tools: (writing) => (
        <Suspense fallback={null}>
          <HelpTools ticketId={ticketId} offer={offer} writing={writing} />
        </Suspense>
      ),
    };
  }, [offer, ticketId, cache]);
}
