import type { CommandId } from '@balcao/contract/command-rules';
import type { MessageHit } from '@balcao/contract/messages';
import { IconListSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useContacts } from '../../../data/contacts/queries.ts';
import { useNewestHits } from '../../../data/messages/hits.ts';
import { messageLine } from '../../../data/messages/message-line.ts';
import { useTicketList } from '../../../data/tickets/queries.ts';
import { type HitState, hitState } from '../../../features/desk/messages/find/hit-state.ts';
import { lastMessageText } from '../../../features/desk/tickets/ticket-text.ts';
import { type Command, useReachable, useSubjectName } from '../../../platform/commands.ts';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { commandIcon } from './command-icons.ts';
import type { MenuGroup } from './menu-items.ts';
import { type Asked, commandGroups, found } from './palette-search.ts';
import { pageCommandOf } from './shell-commands.ts';

/** Something the palette found: a page or conversation to open, or a command to run, with its keys. */
export type Hit = { id: string; icon: ReactNode; label: string; detail?: string; command?: CommandId | undefined } & (
  | { to: string; state?: HitState | undefined }
  | { to: null; command: CommandId }
);
export type HitGroup = { title: string; hits: Hit[] };

const searchFrom = 3;
const mostOfEach = 6;
/** Before one types, and on a page without a conversation, the pages are what one wants. */
const mostCommandsUnasked = 8;

export function useHits(groups: readonly MenuGroup[], { kind, text }: Asked): { groups: HitGroup[]; searching: boolean } {
  const subject = useSubjectName();
  const { here, elsewhere } = commandGroups(useReachable());
  const rested = useDebounced(text, 250);
  const long = rested.length >= (kind === 'tickets' ? 1 : searchFrom);
  const wantsTickets = long && (kind === 'all' || kind === 'tickets');
  const wantsContacts = long && (kind === 'all' || kind === 'people');
  const searchParam = rested.toLowerCase();
  const tickets = useTicketList({ searchParam, showAll: true }, { enabled: wantsTickets });
  const conversations = wantsTickets ? (tickets.rows ?? []).slice(0, mostOfEach) : [];
  const said = useNewestHits(kind === 'all' ? conversations.map(({ id }) => id) : [], searchParam);
  const contacts = useContacts({ searchParam }, { enabled: wantsContacts });
  const commands = kind === 'all' || kind === 'commands';
  const offered = (list: readonly Command[]) => (commands ? found(list, text).map(commandHit) : []);
  const pages = kind === 'all' ? found(groups.flatMap((group) => group.items).map(pageHit), text) : [];
  const rest = offered(elsewhere);
  const more = conversations.length > 0 && (tickets.count ?? 0) > conversations.length ? [searchHit(searchParam, tickets.count ?? 0)] : [];
  const shown: HitGroup[] = [
    { title: subject ? t('Nesta conversa · {{name}}', { name: subject }) : t('Nesta conversa'), hits: offered(here) },
    { title: t('Ir para'), hits: pages },
    { title: t('Comandos'), hits: kind === 'all' && text === '' ? rest.slice(0, mostCommandsUnasked) : rest },
    { title: t('Conversas'), hits: [...conversations.map((ticket) => ticketHit(ticket, searchParam, said.get(ticket.id))), ...more] },
    { title: t('Contatos'), hits: wantsContacts ? (contacts.rows ?? []).slice(0, mostOfEach).map(contactHit) : [] },
  ];
  const waits = kind !== 'commands' && text !== rested && text.length >= searchFrom;
  return { groups: shown.filter(({ hits }) => hits.length > 0), searching: tickets.loading || contacts.loading || waits };
}

function commandHit({ id, label }: Command): Hit {
  const Icon = commandIcon(id);
  return { id: id.replace('.', '-'), to: null, command: id, label, icon: <Icon size={18} /> };
}

function pageHit({ to, label, icon: Icon }: MenuGroup['items'][number]): Hit {
  return { id: to.slice(1), to, label, icon: <Icon size={18} />, command: pageCommandOf(to) };
}

type TicketHit = NonNullable<ReturnType<typeof useTicketList>['rows']>[number];
/** Where something was said that is looked for, that stands beside the name, and is what it leads to. */
function ticketHit(ticket: TicketHit, text: string, said: MessageHit | undefined): Hit {
  return {
    id: `t${ticket.id}`,
    to: `/tickets/${ticket.uuid}`,
    state: said && hitState(text, said),
    label: `${ticket.contact.name} #${ticket.number}`,
    detail: said ? messageLine(said.body, said.fromMe) : lastMessageText(ticket),
    icon: <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} size="sm" />,
  };
}

/** Leads to all that a search finds, with its filters. */
function searchHit(text: string, count: number): Hit {
  return {
    id: 'found',
    to: `/tickets?tab=search&q=${encodeURIComponent(text)}`,
    label: t('Ver as {{count}} conversas na busca', { count }),
    icon: <IconListSearch size={18} />,
  };
}

type ContactHit = NonNullable<ReturnType<typeof useContacts>['rows']>[number];
function contactHit(contact: ContactHit): Hit {
  return {
    id: `c${contact.id}`,
    to: `/contacts?searchParam=${encodeURIComponent(contact.name)}`,
    label: contact.name,
    detail: contact.number ? formatPhone(contact.number) : t('Número oculto'),
    icon: <Avatar name={contact.name} picture={contact.urlPicture} size="sm" />,
  };
}
