import {
  IconAddressBook,
  IconBolt,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconFiles,
  IconFlask,
  IconSettings,
  IconSitemap,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../platform/i18n.ts';
import { pages } from '../pages.ts';

export type MenuItem = {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  load: () => Promise<unknown>;
  count?: number;
  alert?: string;
};
export type MenuGroup = { title?: string; items: MenuItem[] };

/** The menu of a person. Admins also get the administration. */
export function menuOf(person: { admin: boolean; unread: number; connectionAlert: boolean; simulator: boolean }): MenuGroup[] {
  // Everybody sees the connections and the settings. For admins they are in the administration group.
  const settings: MenuItem | null = pages.settings && {
    to: '/settings',
    load: pages.settings.load,
    label: t('Configurações'),
    icon: IconSettings,
  };
  const connections: MenuItem | null = pages.connections && {
    to: '/connections',
    load: pages.connections.load,
    label: t('Conexões'),
    icon: IconDeviceMobileMessage,
    ...(person.connectionAlert ? { alert: t('Uma conexão precisa de atenção') } : {}),
  };
  const daily: (MenuItem | null)[] = [
    pages.tickets && { to: '/tickets', load: pages.tickets.load, label: t('Atendimentos'), icon: IconBrandWhatsapp, count: person.unread },
    pages.quickMessages && { to: '/quick-messages', load: pages.quickMessages.load, label: t('Respostas Rápidas'), icon: IconBolt },
    pages.contacts && { to: '/contacts', load: pages.contacts.load, label: t('Contatos'), icon: IconAddressBook },
    pages.tags && { to: '/tags', load: pages.tags.load, label: t('Tags'), icon: IconTags },
    pages.files && { to: '/files', load: pages.files.load, label: t('Lista de arquivos'), icon: IconFiles },
    ...(person.admin ? [] : [connections, settings]),
  ];
  const administration: (MenuItem | null)[] = [
    connections,
    pages.queues && { to: '/queues', load: pages.queues.load, label: t('Filas & Chatbot'), icon: IconSitemap },
    pages.users && { to: '/users', load: pages.users.load, label: t('Usuários'), icon: IconUsers },
    settings,
    // Last, because it appears a moment after the start and must not move the other items.
    person.simulator ? pages.simulator && { to: '/simulator', load: pages.simulator.load, label: t('Simulador'), icon: IconFlask } : null,
  ];
  const groups: MenuGroup[] = [{ items: daily.filter((item) => item !== null) }];
  if (person.admin) groups.push({ title: t('Administração'), items: administration.filter((item) => item !== null) });
  return groups.filter((group) => group.items.length > 0);
}
