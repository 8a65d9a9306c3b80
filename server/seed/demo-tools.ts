// What the demo company has at hand: tags, quick messages, and a bot with options.
import { createAutomation } from '../src/features/automation/automations/actions/manage.ts';
import { createQueueOption } from '../src/features/automation/chatbot/actions/options.ts';
import { createQuickMessage } from '../src/features/desk/quick-messages/actions.ts';
import { createTag } from '../src/features/desk/tags/actions.ts';
import { createAnnouncement } from '../src/features/team/announcements/actions.ts';
import { createHelp } from '../src/features/team/helps/actions.ts';
import { createChat } from '../src/features/team/internal-chat/actions/change-chat.ts';
import { sendChatMessage } from '../src/features/team/internal-chat/actions/send-message.ts';
import type { Outside } from '../src/platform/context.ts';
import type { Queue, Tag } from './demo-conversations.ts';

/** The lanes of the board. */
const lanes = new Set<string>(['Orçamento', 'Garantia']);
const tags: Record<Tag, string> = { Orçamento: '#2f6fde', Urgente: '#c92a2a', 'Cliente VIP': '#8450bd', Garantia: '#2f9249' };

const quickMessages = [
  { shortcode: 'horario', message: 'Abrimos de segunda a sexta das 9h às 18h, e no sábado das 9h às 16h.' },
  { shortcode: 'frete', message: '{{firstName}}, a entrega na capital é grátis acima de R$ 1.500,00. Me passa o CEP?' },
  { shortcode: 'parcelas', message: 'Parcelamos em até 10 vezes sem juros, ou 12 vezes com juros de 1,9 %.' },
  { shortcode: 'protocolo', message: 'O número do seu atendimento é {{protocol}}.' },
  { shortcode: 'obrigada', message: 'Obrigada pelo contato, {{firstName}}! Qualquer coisa é só chamar.' },
];

type Option = { title: string; message: string; options?: Option[] };
const menus: Partial<Record<Queue, Option[]>> = {
  Assistência: [
    {
      title: 'Montagem e regulagem',
      message: 'Sobre o que é?',
      options: [
        { title: 'Agendar montagem', message: 'Certo! Já chamamos alguém para combinar o dia.' },
        { title: 'Regular porta ou gaveta', message: 'Se puder, mande uma foto. Já vamos te atender.' },
      ],
    },
    { title: 'Troca e garantia', message: 'Tenha a nota fiscal à mão. Já vamos te atender.' },
  ],
  Entregas: [
    { title: 'Acompanhar um pedido', message: 'Mande o número do pedido, por favor.' },
    { title: 'Mudar o endereço ou a data', message: 'Mande o número do pedido e o que mudou, por favor.' },
  ],
};

/** The ids of the tags by their names. */
export async function makeTags(ctx: Outside): Promise<Map<Tag, number>> {
  const ids = new Map<Tag, number>();
  for (const [name, color] of Object.entries(tags)) {
    const { id } = await createTag(ctx, { name, color, kanban: lanes.has(name) });
    ids.set(name as Tag, id);
  }
  return ids;
}

/** They belong to the caller, and everybody in the company may use them. */
export async function makeQuickMessages(ctx: Outside): Promise<void> {
  for (const quick of quickMessages) await createQuickMessage(ctx, { ...quick, geral: true, status: true });
}

export async function makeMenus(ctx: Outside, queueIds: ReadonlyMap<Queue, number>): Promise<void> {
  for (const [queue, options] of Object.entries(menus)) await addOptions(ctx, queueIds.get(queue as Queue) ?? 0, null, options);
}

async function addOptions(ctx: Outside, queueId: number, parentId: number | null, options: readonly Option[]): Promise<void> {
  for (const { title, message, options: below = [] } of options) {
    const { id } = await createQueueOption(ctx, { queueId, parentId, title, message });
    await addOptions(ctx, queueId, id, below);
  }
}

/** What happens by itself. `userId` is told of bad ratings. */
export async function makeAutomations(
  ctx: Outside,
  { queueIds, tagIds, userId }: { queueIds: ReadonlyMap<Queue, number>; tagIds: ReadonlyMap<Tag, number>; userId: number },
): Promise<void> {
  const always = { active: true, minutes: null, match: 'all' as const };
  await createAutomation(ctx, {
    ...always,
    name: 'Boletos para o Financeiro',
    event: 'messageReceived',
    conditions: [
      { on: 'text', op: 'contains', words: ['boleto', 'nota fiscal', 'segunda via'] },
      { on: 'status', op: 'in', statuses: ['pending'] },
    ],
    actions: [{ do: 'moveToQueue', queueId: queueIds.get('Financeiro') ?? 0 }],
  });
  await createAutomation(ctx, {
    ...always,
    name: 'Quinze minutos sem resposta',
    event: 'waitingLong',
    minutes: 15,
    conditions: [{ on: 'hours', op: 'open' }],
    actions: [
      { do: 'addTag', tagId: tagIds.get('Urgente') ?? 0 },
      { do: 'notifyQueue', queueId: queueIds.get('Vendas') ?? 0, text: 'Um cliente espera há 15 minutos.' },
    ],
  });
  await createAutomation(ctx, {
    ...always,
    active: false,
    name: 'Avaliação ruim',
    event: 'ratingReceived',
    conditions: [{ on: 'rating', ratings: [1] }],
    actions: [
      { do: 'addNote', text: 'O cliente deu a nota mais baixa. Vale uma ligação.' },
      { do: 'notifyUser', userId, text: 'Um cliente deu a nota mais baixa.' },
    ],
  });
}

/** A chat of colleagues: `owner` opens it, `other` asks something and is answered. */
export async function makeTeamChat(owner: Outside, other: Outside): Promise<void> {
  const users = [owner, other].flatMap(({ actor }) => (actor.kind === 'user' ? [actor.id] : []));
  const { id } = await createChat(owner, { title: 'Equipe da loja', users });
  const say = (who: Outside, message: string) => sendChatMessage(who, id, { message, mentions: [] }, [], null);
  await say(owner, 'Bom dia! No sábado abrimos às 9h, com a vitrine nova.');
  await say(other, 'Combinado. Quem recebe o caminhão na sexta?');
  await say(owner, 'O Rafael. Qualquer coisa me chamem por aqui.');
}

const announcements = [
  {
    title: 'Bem-vindo à demonstração',
    text: 'Tudo aqui é de mentira: conversas, pessoas e números. Mexa à vontade.\nO simulador, no fim do menu, escreve como se fosse um cliente.',
    priority: 3,
  },
  {
    title: 'Manutenção no domingo às 3h',
    text: 'O sistema para por meia hora. As mensagens que chegarem nesse tempo aparecem depois.',
    priority: 2,
  },
] as const;

/** What operators tell and explain to everybody: `ctx` is in the operators' company. The video is one that anybody may show. */
export async function makePlatformNews(ctx: Outside): Promise<void> {
  for (const each of announcements) await createAnnouncement(ctx, { ...each, status: true });
  await createHelp(ctx, {
    title: 'Um vídeo de exemplo',
    description: 'Big Buck Bunny, da Fundação Blender (CC BY 3.0). Os vídeos de ajuda são cadastrados em Configurações, na aba Ajuda.',
    video: 'aqz-KE-bpKQ',
  });
}
