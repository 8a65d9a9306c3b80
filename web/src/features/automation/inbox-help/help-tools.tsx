import type { InboxHelpOffer } from '@balcao/contract/inbox-help';
import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LatePopover } from '../../../ui/late-popup.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import css from './help-panel.module.css';

const HelpPanel = lazyPart(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }));

export type HelpToolsProps = {
  ticketId: number;
  offer: InboxHelpOffer;
  /** What is being written; null: the person cannot write here now. */
  writing: { draft: string; onDraft: (text: string) => void } | null;
};

/** The button that opens the help for a conversation. */
export function HelpTools({ ticketId, offer, writing }: HelpToolsProps) {
  const [opened, open] = useState(false);
  const tasks = offer.tasks.filter((task) => task === 'summary' || (writing !== null && (task === 'reply' || task === 'rewrite')));
  if (tasks.length === 0) return null;
  const label = t('Ajuda da IA');
  return (
    <LatePopover
      opened={opened}
      onChange={open}
      position="top-start"
      width={380}
      padding={0}
      className={css.panel}
      fallback={
        <div className={css.inside}>
          <Skeleton width="60%" height={14} />
        </div>
      }
      button={(given) =>
        writing ? (
          <IconButton label={label} {...given}>
            <IconSparkles size={18} />
          </IconButton>
        ) : (
          <Button className={css.alone} variant="default" size="xs" leftSection={<IconSparkles size={16} />} {...given}>
            {label}
          </Button>
        )
      }
    >
      <HelpPanel ticketId={ticketId} offer={{ ...offer, tasks }} writing={writing} onDone={() => open(false)} />
    </LatePopover>
  );
}
