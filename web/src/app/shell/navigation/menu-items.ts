import {
  IconActivity,
  IconAddressBook,
  IconAdjustments,
  IconApi,
  IconBolt,
  IconBrandWhatsapp,
  IconCalendarClock,
  IconChecklist,
  IconDeviceMobileMessage,
  IconFiles,
  IconFlask,
  IconHelp,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconListCheck,
  IconListDetails,
  IconMailOff,
  IconMessages,
  IconNews,
  IconPlug,
  IconReceipt,
  IconRobot,
  IconRoute,
  IconSettings,
  IconSitemap,
  IconSpeakerphone,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../../platform/i18n.ts';
import { entryTo, type Viewer } from '../../page-access.ts';
import { type PageEntry, type PageName, pages } from '../../pages.ts';

export type MenuItem = {
  to: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  load: () => Promise<unknown>;
  count?: number;
  alert?: string;
  /** Something is unread there: what the dot means. */
  dot?: string;
};
export type MenuGroup = { title?: string; items: MenuItem[] };

type Entry = { page: PageName; label: () => string; icon: MenuItem['icon'] };

const daily: readonly Entry[] = [
  { page: 'tickets', label: () => t('Atendimentos'), icon: IconBrandWhatsapp },
  { page: 'kanban', label: () => t('Kanban'), icon: IconLayoutKanban },
  { page: 'quickMessages', label: () => t('Respostas Rápidas'), icon: IconBolt },
  { page: 'tasks', label: () => t('Tarefas'), icon: IconChecklist },
  { page: 'contacts', label: () => t('Contatos'), icon: IconAddressBook },
  { page: 'schedules', label: () => t('Agendamentos'), icon: IconCalendarClock },
  { page: 'tags', label: () => t('Tags'), icon: IconTags },
  { page: 'chats', label: () => t('Chat Interno'), icon: IconMessages },
  { page: 'helps', label: () => t('Ajuda'), icon: IconHelp },
];

/** Everybody sees these; for admins they stand where they configure the rest. */
const connections: Entry = { page: 'connections', label: () => t('Conexões'), icon: IconDeviceMobileMessage };
const files: Entry = { page: 'files', label: () => t('Lista de arquivos'), icon: IconFiles };
const billing: Entry = { page: 'billing', label: () => t('Financeiro'), icon: IconReceipt };
const settings: Entry = { page: 'settings', label: () => t('Configurações'), icon: IconSettings };

const administration: readonly Entry[] = [
  { page: 'campaigns', label: () => t('Campanhas'), icon: IconSpeakerphone },
  { page: 'contactLists', label: () => t('Listas de Contatos'), icon: IconListDetails },
  { page: 'campaignSettings', label: () => t('Configurações de campanhas'), icon: IconAdjustments },
  { page: 'announcements', label: () => t('Informativos'), icon: IconNews },
  { page: 'operations', label: () => t('Operação'), icon: IconActivity },
  { page: 'consents', label: () => t('Consentimento'), icon: IconMailOff },
  { page: 'prompts', label: () => t('Prompts de IA'), icon: IconRobot },
  { page: 'automations', label: () => t('Automações'), icon: IconRoute },
  { page: 'integrations', label: () => t('Integrações'), icon: IconPlug },
  connections,
  files,
  { page: 'queues', label: () => t('Filas & Chatbot'), icon: IconSitemap },
  { page: 'users', label: () => t('Usuários'), icon: IconUsers },
  { page: 'messagesApi', label: () => t('API'), icon: IconApi },
  billing,
  settings,
];

/** Last, since it is known only when the connections are: nothing moves when it comes. */
const simulator: Entry = { page: 'simulator', label: () => t('Simulador'), icon: IconFlask };

/** First for those who may see it. */
const dashboard: Entry = { page: 'dashboard', label: () => t('Dashboard'), icon: IconLayoutDashboard };

/** First, while the company is new. */
const firstSteps: Entry = { page: 'firstSteps', label: () => t('Primeiros passos'), icon: IconListCheck };

export type MenuState = { unread: number; connectionAlert: boolean; simulator: boolean; firstSteps: boolean; unreadChats: boolean };

/** The menu of a person: what they may open of the daily work, and for admins the administration. */
export function menuOf(viewer: Viewer, state: MenuState, all: Record<PageName, PageEntry> = pages): MenuGroup[] {
  const signs: Partial<Record<PageName, Pick<MenuItem, 'count' | 'alert' | 'dot'>>> = {
    tickets: { count: state.unread },
    ...(state.unreadChats ? { chats: { dot: t('Há mensagens não lidas') } } : {}),
    ...(state.connectionAlert ? { connections: { alert: t('Uma conexão precisa de atenção') } } : {}),
  };
  const items = (entries: readonly Entry[]): MenuItem[] =>
    entries.flatMap(({ page, label, icon }) => {
      const { path, built, ...rule } = all[page];
      if (!built || entryTo(rule, viewer) !== 'open') return [];
      return [{ to: path.replace(/\/:.*/, ''), load: built.load, label: label(), icon, ...signs[page] }];
    });
  if (!viewer.admin) return [{ items: items([...daily, connections, files, billing, settings]) }];
  return [
    { items: items([...(state.firstSteps ? [firstSteps] : []), dashboard, ...daily]) },
    { title: t('Administração'), items: items([...administration, ...(state.simulator ? [simulator] : [])]) },
  ];
}
