import type { InboxHelpAnswer } from '@balcao/contract/inbox-help';
import { helpTextMax, rewriteLanguages, rewriteStyles } from '@balcao/contract/inbox-help-rules';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowLeft, IconSparkles } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../platform/format.ts';
import { t, useLanguage } from '../../../platform/i18n.ts';
import { toastSuccess, toastUndo } from '../../../platform/toast.ts';
import { copyText } from '../../../ui/copy-button.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import css from './help-panel.module.css';
import { failureText, languageText, sendsText, styleText, taskText } from './help-text.ts';
import type { HelpToolsProps } from './help-tools.tsx';
import { type HelpWish, useHelp } from './mutations.ts';

/** What may be asked for, then the answer with what was sent for it. */
export function HelpPanel({ ticketId, offer, writing, onDone }: HelpToolsProps & { onDone: () => void }) {
  const language = useLanguage();
  const help = useHelp(ticketId);
  const [wish, setWish] = useState<HelpWish | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // What had the focus may be gone with what was asked for; without a new place, the keys would no longer reach the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these shows something else.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('[data-autofocus], button')?.focus();
  }, [wish, help.status]);
  const ask = (next: HelpWish) => {
    setWish(next);
    help.mutate(next);
  };
  const back = () => {
    setWish(null);
    help.reset();
  };
  if (wish === null) {
    const draft = writing?.draft.trim() ?? '';
    const rewrite = (style: (typeof rewriteStyles)[number], into: (typeof rewriteLanguages)[number] = 'contact') =>
      ask({ do: 'rewrite', text: draft.slice(0, helpTextMax), style, language: into });
    return (
      <div ref={place} className={css.inside}>
        <div className={css.wishes}>
          {offer.tasks.includes('summary') && (
            <button type="button" className={css.wish} data-autofocus onClick={() => ask({ do: 'summary', language })}>
              {taskText('summary')}
            </button>
          )}
          {offer.tasks.includes('reply') && (
            <button type="button" className={css.wish} onClick={() => ask({ do: 'reply' })}>
              {taskText('reply')}
            </button>
          )}
        </div>
        {offer.tasks.includes('rewrite') && (
          <fieldset className={css.rewrite} disabled={draft === ''}>
            <legend>{draft === '' ? t('Reescrever: escreva algo primeiro') : t('Reescrever o seu texto')}</legend>
            {rewriteStyles.map(
              (style) =>
                style !== 'translate' && (
                  <button key={style} type="button" className={css.choice} onClick={() => rewrite(style)}>
                    {styleText(style)}
                  </button>
                ),
            )}
            {rewriteLanguages.map((into) => (
              <button key={into} type="button" className={css.choice} onClick={() => rewrite('translate', into)}>
                {languageText(into)}
              </button>
            ))}
          </fieldset>
        )}
        <p className={css.note}>{sendsText(offer.provider, offer.tasks)}</p>
      </div>
    );
  }
  return (
    <div ref={place} className={css.inside}>
      <button type="button" className={css.back} onClick={back}>
        <IconArrowLeft size={16} aria-hidden />
        {wish.do === 'rewrite' ? t('Texto reescrito') : taskText(wish.do)}
      </button>
      {help.isPending ? (
        <div role="status" className={css.waiting}>
          <span className="visually-hidden">{t('Esperando {{provider}}…', { provider: offer.provider })}</span>
          <Skeleton width="100%" height={14} />
          <Skeleton width="85%" height={14} />
        </div>
      ) : help.error ? (
        <div className={css.failed} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          <span>{failureText(help.error)}</span>
          <Button variant="default" size="xs" onClick={() => ask(wish)}>
            {t('Tentar de novo')}
          </Button>
        </div>
      ) : (
        help.data && <Answer answer={help.data} wish={wish} writing={writing} onAgain={() => ask(wish)} onDone={onDone} />
      )}
    </div>
  );
}

type AnswerProps = Pick<HelpToolsProps, 'writing'> & { answer: InboxHelpAnswer; wish: HelpWish; onAgain: () => void; onDone: () => void };

function Answer({ answer, wish, writing, onAgain, onDone }: AnswerProps) {
  const { text, sent, tokens } = answer;
  const use = () => {
    if (!writing) return;
    const before = writing.draft;
    writing.onDraft(wish.do === 'rewrite' || before.trim() === '' ? text : `${before.trimEnd()}\n${text}`);
    if (before.trim() !== '') toastUndo(t('Texto trocado'), t('Desfazer'), () => writing.onDraft(before));
    onDone();
  };
  const copy = () => void copyText(text).then((done) => done && toastSuccess(t('Texto copiado')));
  return (
    <>
      <p className={css.answer} role="status">
        {text}
      </p>
      <div className={css.actions}>
        {wish.do === 'summary' || !writing ? (
          <Button size="xs" onClick={copy}>
            {t('Copiar')}
          </Button>
        ) : (
          <Button size="xs" data-autofocus onClick={use}>
            {t('Usar no texto')}
          </Button>
        )}
        <Button size="xs" variant="default" leftSection={<IconSparkles size={14} />} onClick={onAgain}>
          {t('Outra vez')}
        </Button>
      </div>
      <details className={css.sent}>
        <summary>
          {t('Enviado a {{provider}}: {{what}}', {
            provider: sent.provider,
            what: [
              ...(sent.messages > 0 ? [t('{{count}} mensagens', { count: sent.messages })] : []),
              t('{{n}} letras', { n: formatNumber(sent.text.length) }),
              t('{{n}} tokens', { n: formatNumber(tokens) }),
            ].join(' · '),
          })}
        </summary>
        <pre>{`${sent.model}\n\n${sent.instructions}\n\n${sent.text}`}</pre>
      </details>
    </>
  );
}
