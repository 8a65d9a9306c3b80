import type { ContactDetail } from '@balcao/contract/contacts';
import { Button, Menu } from '@mantine/core';
import { IconArrowMerge, IconBan, IconDotsVertical } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useContact } from '../../../data/contacts/queries.ts';
import { useCommand } from '../../../platform/commands.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { confirm } from '../../../ui/dialog/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LateMenu } from '../../../ui/late-popup.tsx';
import { Banner } from '../../../ui/page/banner.tsx';
import { useContactAbout } from './mutations.ts';

const MergeChoice = lazyPart(async () => ({ default: (await import('./merge-choice.tsx')).MergeChoice }));

export type ContactMoreProps = {
  contactId: number;
  /** Compares the contact with another one, to merge them; null for people who may not. */
  onCompare: ((otherId: number) => void) | null;
};

/** What else can be done with a contact: block them, or merge them with another one. */
export function ContactMore({ contactId, onCompare }: ContactMoreProps) {
  const { data: contact } = useContact(contactId);
  const setBlocked = useBlocking(contactId);
  const [choosing, setChoosing] = useState(false);
  const one = contact && !contact.isGroup ? contact : null;
  useCommand('ticket.mergeContact', t('Unir com outro contato…'), () => setChoosing(true), one !== null && onCompare !== null);
  useCommand(
    'ticket.blockContact',
    one?.blocked ? t('Desbloquear') : t('Bloquear contato…'),
    () => void (one && setBlocked(one)),
    one !== null,
  );
  if (!one) return null;
  return (
    <>
      <LateMenu
        button={(given) => (
          <IconButton label={t('Mais sobre este contato')} size="sm" {...given}>
            <IconDotsVertical size={18} />
          </IconButton>
        )}
      >
        {onCompare && (
          <Menu.Item leftSection={<IconArrowMerge size={18} />} onClick={() => setChoosing(true)}>
            {t('Unir com outro contato…')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBan size={18} />} data-danger={!one.blocked || undefined} onClick={() => void setBlocked(one)}>
          {one.blocked ? t('Desbloquear') : t('Bloquear contato…')}
        </Menu.Item>
      </LateMenu>
      {choosing && onCompare && (
        <Suspense>
          <MergeChoice
            contactId={contactId}
            onClose={() => setChoosing(false)}
            onChosen={(otherId) => {
              setChoosing(false);
              onCompare(otherId);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says that a contact is blocked, and offers to lift that. */
export function BlockedNotice({ contactId }: { contactId: number }) {
  const { data: contact } = useContact(contactId);
  const setBlocked = useBlocking(contactId);
  if (!contact?.blocked) return null;
  return (
    <Banner
      tone="warn"
      icon={<IconBan />}
      action={
        <Button size="compact-sm" variant="default" onClick={() => void setBlocked(contact)}>
          {t('Desbloquear')}
        </Button>
      }
    >
      {t('Contato bloqueado: nada do que escreve chega, e ninguém pode escrever para ele.')}
    </Banner>
  );
}

function useBlocking(contactId: number): (contact: ContactDetail) => Promise<void> {
  const { block } = useContactAbout(contactId);
  return async ({ blocked, name }) => {
    const sure =
      blocked ||
      (await confirm({
        title: t('Bloquear {{name}}?', { name }),
        text: t('O que esta pessoa escrever não chega mais, e ninguém da empresa pode escrever para ela. Ela não fica sabendo.'),
        confirmLabel: t('Bloquear'),
        danger: true,
      }));
    if (!sure) return;
    try {
      await block(!blocked);
      toastSuccess(blocked ? t('Contato desbloqueado') : t('Contato bloqueado'));
    } catch (error) {
      notifyError(error);
    }
  };
}
