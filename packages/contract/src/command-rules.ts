// Commands: actions with a name, which the palette offers and keys reach. A screen registers those that work at the moment.

/** Every command that has a name of its own, and its keys until a person chooses others; null: none, the palette has it. */
export const commandKeys = {
  'app.palette': 'Ctrl+K',
  'app.keys': '?',
  'app.unsent': null,
  'app.theme': null,
  'app.appearance': null,
  'app.away': null,
  'app.reload': null,
  'app.profile': null,
  'app.notices': null,
  'app.security': null,
  'app.signOut': null,
  'go.dashboard': 'G D',
  'go.tickets': 'G A',
  'go.kanban': 'G K',
  'go.quickMessages': 'G R',
  'go.tasks': 'G T',
  'go.contacts': 'G C',
  'go.schedules': 'G H',
  'go.tags': 'G M',
  'go.chats': 'G I',
  'go.connections': 'G X',
  'go.queues': 'G F',
  'go.users': 'G U',
  'go.settings': 'G O',
  'inbox.next': 'Alt+J',
  'inbox.previous': 'Alt+K',
  'inbox.new': 'Alt+N',
  'inbox.search': 'Alt+S',
  'inbox.attending': null,
  'inbox.waiting': null,
  'inbox.closed': null,
  'inbox.unread': null,
  'inbox.showAll': null,
  'inbox.views': null,
  'inbox.view1': 'Alt+1',
  'inbox.view2': 'Alt+2',
  'inbox.view3': 'Alt+3',
  'inbox.view4': 'Alt+4',
  'inbox.view5': 'Alt+5',
  'inbox.view6': 'Alt+6',
  'inbox.view7': 'Alt+7',
  'inbox.view8': 'Alt+8',
  'inbox.view9': 'Alt+9',
  'ticket.accept': null,
  'ticket.peek': null,
  'ticket.resolve': 'Alt+E',
  'ticket.resolveNext': 'Ctrl+Alt+E',
  'ticket.reopen': null,
  'ticket.return': 'Alt+B',
  'ticket.transfer': 'Alt+T',
  'ticket.tags': 'Alt+G',
  'ticket.snooze': 'Alt+M',
  'ticket.pin': 'Alt+I',
  'ticket.mute': 'Alt+Q',
  'ticket.priority': 'Alt+A',
  'ticket.markUnread': 'Alt+U',
  'ticket.follow': null,
  'ticket.contact': 'Alt+O',
  'ticket.find': 'Ctrl+F',
  'ticket.editContact': null,
  'ticket.blockContact': null,
  'ticket.mergeContact': null,
  'ticket.assistant': null,
  'ticket.copyLink': null,
  'ticket.copyProtocol': null,
  'ticket.delete': null,
  'composer.reply': 'Alt+L',
  'composer.note': 'Alt+P',
  'composer.attach': 'Ctrl+Alt+A',
  'composer.fileList': null,
  'composer.template': null,
  'composer.voice': null,
  'composer.quickMessages': null,
  'composer.emoji': null,
  'composer.format': null,
  'composer.sign': null,
  'composer.later': null,
  'schedules.new': 'N',
} as const satisfies Record<string, string | null>;
export type CommandId = keyof typeof commandKeys;
export const commandIds = Object.keys(commandKeys) as CommandId[];

/** What a person chose: other keys for a command, or null for none. */
export type ChosenKeys = Partial<Record<CommandId, string | null>>;

/** The keys of a command, for a person. */
export function keysOf(id: CommandId, chosen: ChosenKeys): string | null {
  const own = chosen[id];
  return own === undefined ? commandKeys[id] : own;
}

/** `unclear`: no keys at all, or not written as ours are; `reserved`: the browser or the field takes them; `taken`: of another command. */
export type KeysProblem = 'unclear' | 'reserved' | 'taken';

/** One stroke, `Ctrl+Alt+E`, `Alt+1`, `?`; or two letters, one after the other, `G A`. */
const written = /^((Ctrl\+)?(Alt\+)?(Shift\+)?([A-Z0-9]|F[1-9]|F1[0-2])|(Ctrl\+|Alt\+|Ctrl\+Alt\+)?[?./,;=[\]-]|[A-Z] [A-Z])$/;
const reserved = new Set([
  ...[...'ACLNPRSTVWXYZ0123456789'].map((key) => `Ctrl+${key}`),
  ...['Ctrl+Shift+N', 'Ctrl+Shift+T', 'Ctrl+Shift+W', 'Ctrl+Shift+I', 'Ctrl+Shift+J', 'Alt+F4', 'F1', 'F5', 'F11', 'F12', '/'],
]);

/** Why these cannot be the keys of a command; null if they can. */
export function keysProblem(id: CommandId, keys: string, chosen: ChosenKeys): { problem: KeysProblem; of?: CommandId } | null {
  if (!written.test(keys)) return { problem: 'unclear' };
  if (reserved.has(keys)) return { problem: 'reserved' };
  const other = commandIds.find((each) => each !== id && meet(keys, keysOf(each, chosen)));
  return other ? { problem: 'taken', of: other } : null;
}

/** Would one never know which of the two is meant? A letter alone and a pair of letters that begins with it meet as well. */
function meet(keys: string, other: string | null): boolean {
  if (other === null) return false;
  return keys === other || keys.startsWith(`${other} `) || other.startsWith(`${keys} `);
}

/** The first command whose keys cannot hold in this choice; null if all can. */
export function firstKeysProblem(chosen: ChosenKeys): CommandId | null {
  for (const id of commandIds) {
    const own = chosen[id];
    if (own && keysProblem(id, own, chosen)) return id;
  }
  return null;
}
