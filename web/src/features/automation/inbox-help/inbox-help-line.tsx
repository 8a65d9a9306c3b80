import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useInboxHelpSettings } from '../../../data/inbox-help/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { taskText } from './help-text.ts';
import css from './inbox-help.module.css';

const InboxHelpDialog = lazyPart(async () => ({ default: (await import('./inbox-help-dialog.tsx')).InboxHelpDialog }));

/** Whether people in the inbox are helped, and with what. */
export function InboxHelpLine() {
  const { data: settings } = useInboxHelpSettings();
  const [open, setOpen] = useState(false);
  if (!settings) return <div className={css.line} aria-hidden />;
  const on = settings.enabled && settings.tasks.length > 0;
  return (
    <section className={css.line} aria-label={t('Ajuda da IA na conversa')}>
      <IconSparkles size={20} aria-hidden />
      <div className={css.what}>
        <b>{t('Ajuda da IA na conversa')}</b>
        <span>
          {on
            ? t('Ligada: {{tasks}}', { tasks: settings.tasks.map((task) => taskText(task).toLowerCase()).join(', ') })
            : t('Desligada. Quem atende pode pedir resumos, sugestões, traduções e transcrições.')}
        </span>
      </div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {on ? t('Mudar') : t('Ligar')}
      </Button>
      {open && (
        <Suspense>
          <InboxHelpDialog settings={settings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
