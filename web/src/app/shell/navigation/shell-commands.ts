import type { CommandId } from '@balcao/contract/command-rules';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useCommand, useCommands } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { signOut } from '../../../platform/sign-in.ts';
import type { AccountDialog } from '../account/account-dialogs.tsx';
import { goAway } from '../account/go-away.ts';
import type { MenuGroup } from './menu-items.ts';

/** The pages that have keys of their own, by their path. The palette has all. */
const pageCommands: Record<string, CommandId> = {
  '/': 'go.dashboard',
  '/tickets': 'go.tickets',
  '/kanban': 'go.kanban',
  '/quick-messages': 'go.quickMessages',
  '/todolist': 'go.tasks',
  '/contacts': 'go.contacts',
  '/schedules': 'go.schedules',
  '/tags': 'go.tags',
  '/chats': 'go.chats',
  '/connections': 'go.connections',
  '/queues': 'go.queues',
  '/users': 'go.users',
  '/settings': 'go.settings',
};

export function pageCommandOf(to: string): CommandId | undefined {
  return pageCommands[to];
}

type Open = { palette: () => void; sheet: () => void; account: (dialog: AccountDialog) => void };

/** What works on every page. */
export function useShellCommands(groups: readonly MenuGroup[], open: Open): void {
  const navigate = useNavigate();
  const { away } = useUser();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  useCommand('app.palette', t('Buscar ou ir para'), open.palette);
  useCommand('app.keys', t('Mostrar os atalhos'), open.sheet);
  useCommand('app.theme', t('Trocar entre tema claro e escuro'), () => setColorScheme(dark ? 'light' : 'dark'));
  useCommand('app.appearance', t('Aparência'), () => open.account('appearance'));
  useCommand('app.away', away ? t('Voltar a receber conversas') : t('Ficar ausente: não recebo conversas'), () => goAway(!away));
  useCommand('app.reload', t('Recarregar'), () => window.location.reload());
  useCommand('app.profile', t('Perfil'), () => open.account('profile'));
  useCommand('app.notices', t('Avisos'), () => open.account('notices'));
  useCommand('app.security', t('Segurança'), () => open.account('security'));
  useCommand('app.signOut', t('Sair'), () => void signOut());
  useCommands(
    groups
      .flatMap(({ items }) => items)
      .flatMap(({ to, label }) => {
        const id = pageCommandOf(to);
        return id ? [{ id, label, run: () => void navigate(to) }] : [];
      }),
  );
}
