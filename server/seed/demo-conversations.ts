// What agents and customers of the demo company write. All people are invented.
import type { DemoFile } from './demo-files.ts';

export type Queue = 'Vendas' | 'Assistência' | 'Entregas' | 'Financeiro';
export type Tag = 'Orçamento' | 'Urgente' | 'Cliente VIP' | 'Garantia';
export type Person = 'marina' | 'caio' | 'joana' | 'rafael' | 'beatriz';

/** `to` is the index of an earlier line of the same conversation. */
export type Line =
  | { by: 'customer' | 'agent'; type: 'text'; body: string; to?: number }
  | { by: 'customer' | 'agent'; type: 'image' | 'voice' | 'document'; file: DemoFile; body?: string }
  | { by: 'customer'; type: 'location'; latitude: number; longitude: number; body: string }
  | { by: 'customer'; type: 'contacts'; body: string }
  | { by: 'customer' | 'agent'; type: 'reaction'; body: string; to: number }
  | { by: 'customer'; type: 'edit'; body: string; to: number }
  | { by: 'customer' | 'agent'; type: 'revoke'; to: number };

export type Conversation = {
  name: string;
  /** The subject of the group in which `name` writes. */
  group?: string;
  number: string;
  /** Before now. */
  hoursAgo: number;
  /** Null: nobody has looked at it yet. */
  queue: Queue | null;
  /** The agent who accepts it before answering; null leaves it waiting. */
  agent: Person | null;
  closed?: true;
  /** What the customer answers when asked how it was; they are asked when it is closed. */
  rating?: 1 | 2 | 3;
  tags?: Tag[];
  /** What `agent`, or Marina where nobody is, wrote down for the colleagues. */
  note?: string;
  lines: Line[];
  /** What else the agents know about the customer. */
  about?: { email?: string; extraInfo?: { name: string; value: string }[] };
};

const customer = (body: string, to?: number): Line => ({ by: 'customer', type: 'text', body, to });
const agent = (body: string, to?: number): Line => ({ by: 'agent', type: 'text', body, to });
const sends = (by: 'customer' | 'agent', type: 'image' | 'voice' | 'document', file: DemoFile, body?: string): Line => ({
  by,
  type,
  file,
  body,
});
const reacts = (by: 'customer' | 'agent', body: string, to: number): Line => ({ by, type: 'reaction', body, to });

export const conversations: Conversation[] = [
  {
    name: 'Padaria Trigo Novo',
    number: '5511970010001',
    hoursAgo: 118,
    queue: 'Vendas',
    agent: 'caio',
    closed: true,
    rating: 3,
    tags: ['Orçamento'],
    lines: [
      customer('Boa tarde, vocês fazem mesas sob medida para padaria?'),
      agent('Boa tarde! Fazemos, sim. Quantas mesas e de que tamanho?'),
      customer('Seis, de 70 por 70, e um balcão de 2,40 m.'),
      sends('agent', 'document', 'quote', 'Segue o orçamento com o balcão em carvalho.'),
      customer('Ficou dentro do que pensamos. Podem mandar fazer.'),
      reacts('agent', '🎉', 4),
      agent('Combinado! O prazo é de 25 dias úteis.'),
    ],
    about: { email: 'compras@trigonovo.example', extraInfo: [{ name: 'Segmento', value: 'Padaria' }] },
  },
  {
    name: 'Miguel Vasques',
    number: '5511970010002',
    hoursAgo: 101,
    queue: 'Assistência',
    agent: 'beatriz',
    closed: true,
    rating: 3,
    tags: ['Garantia'],
    lines: [
      customer('Oi, a porta do guarda-roupa não fecha direito.'),
      sends('customer', 'image', 'wardrobe', 'Olha a folga em cima'),
      agent('Oi, Miguel! É só regular a dobradiça. Posso mandar o montador na quinta?', 1),
      customer('Pode ser de manhã?'),
      agent('Pode, entre 9h e 11h.'),
      customer('Perfeito, obrigado!'),
      reacts('agent', '👍', 5),
    ],
  },
  {
    name: 'Davi Quintela',
    number: '5511970010003',
    hoursAgo: 94,
    queue: 'Entregas',
    agent: 'rafael',
    closed: true,
    lines: [
      customer('A entrega é amanhã, né? O número da casa mudou.'),
      { by: 'customer', type: 'location', latitude: -23.5614, longitude: -46.6559, body: 'Portaria nova' },
      agent('Anotado, Davi. O caminhão chega entre 14h e 17h.'),
      customer('Show 👊'),
    ],
  },
  {
    name: 'Yasmin Rocha',
    number: '5521970010004',
    hoursAgo: 77,
    queue: 'Vendas',
    agent: 'joana',
    closed: true,
    lines: [
      customer('Vocês têm a poltrona Duna em verde?'),
      sends('agent', 'image', 'armchair', 'Temos! Esta é a Duna no verde musgo.'),
      customer('Linda!! Quanto sai?'),
      agent('R$ 2.190,00 à vista ou em 10 vezes sem juros.'),
      customer('Vou pensar e volto a falar.'),
      agent('Fique à vontade! Guardo uma até sexta para você.'),
      reacts('customer', '❤️', 5),
    ],
  },
  {
    name: 'Sônia Amaral',
    number: '5511970010005',
    hoursAgo: 71,
    queue: 'Assistência',
    agent: 'beatriz',
    closed: true,
    rating: 2,
    lines: [
      customer('Como eu limpo o sofá de linho? Caiu café.'),
      agent('Sônia, pano úmido e sabão neutro, sem esfregar. Segue o manual.'),
      sends('agent', 'document', 'manual'),
      customer('Saiu tudo, muito obrigada!'),
    ],
  },
  {
    name: 'Arquitetas do Sul',
    number: '5551970010006',
    hoursAgo: 69,
    queue: 'Vendas',
    agent: 'caio',
    tags: ['Cliente VIP', 'Orçamento'],
    note: 'O faturamento é sempre em nome da cliente final, nunca do escritório.',
    lines: [
      customer('Oi, Caio! O tecido bouclé volta quando?'),
      agent('Chega na segunda quinzena. Quer que eu reserve os 18 metros?'),
      customer('Quero. E mando o contato da cliente para o faturamento:'),
      { by: 'customer', type: 'contacts', body: 'Teresa Brandt, +55 51 97001-0099' },
      agent('Recebi, falo com ela hoje.'),
      sends('customer', 'document', 'plan', 'Planta com as medidas'),
      customer('O nicho da sala tem 2,10 m'),
      { by: 'customer', type: 'edit', body: 'O nicho da sala tem 2,12 m', to: 6 },
    ],
    about: {
      email: 'projetos@arquitetasdosul.example',
      extraInfo: [
        { name: 'Desconto', value: '8 % para projetos' },
        { name: 'CNPJ', value: '00.000.000/0001-00' },
      ],
    },
  },
  {
    name: 'Bruno Tavares',
    number: '5511970010007',
    hoursAgo: 52,
    queue: 'Financeiro',
    agent: 'joana',
    closed: true,
    lines: [
      customer('Bom dia, não recebi o boleto da segunda parcela.'),
      agent('Bom dia, Bruno! Segue a segunda via, vence na sexta.'),
      sends('agent', 'document', 'invoice'),
      customer('Pago. Obrigado pela rapidez.'),
    ],
  },
  {
    name: 'Tainá Figueira',
    number: '5571970010008',
    hoursAgo: 50,
    queue: 'Entregas',
    agent: 'rafael',
    lines: [
      customer('Oi! A estante sobe pela escada? O elevador é pequeno.'),
      sends('customer', 'image', 'shelf', 'Esse é o modelo que comprei'),
      agent('Sobe, sim: ela vai em três volumes. O maior tem 1,80 m.'),
      customer('Ufa. Então pode manter a quinta-feira.'),
      agent('Mantido! Quinta, das 8h às 12h.'),
      reacts('customer', '🙏', 4),
    ],
  },
  {
    name: 'Otávio Brandão',
    number: '5511970010009',
    hoursAgo: 47,
    queue: 'Vendas',
    agent: 'marina',
    lines: [
      customer('Vocês abrem no sábado?'),
      agent('Abrimos das 9h às 16h, Otávio.'),
      customer('Consigo ver a mesa Lume na loja do centro?'),
      agent('Consegue: está logo na entrada.'),
      customer('Fechado. Vou passar aí sábado de manhã'),
    ],
  },
  {
    name: 'Construtora Pedra Branca',
    number: '5548970010010',
    hoursAgo: 31,
    queue: 'Vendas',
    agent: 'marina',
    tags: ['Orçamento', 'Cliente VIP'],
    note: 'A diretoria decide na sexta. Ligar na segunda cedo se não houver resposta.',
    lines: [
      customer('Bom dia, precisamos mobiliar 14 apartamentos decorados até fevereiro.'),
      agent('Bom dia! Ótima notícia. Vocês já têm a planta?'),
      sends('customer', 'document', 'plan', 'Planta-baixa, bloco B'),
      agent('Obrigada. Monto uma proposta por tipologia e mando amanhã.'),
      customer('Combinado. A diretoria decide na sexta.'),
      reacts('agent', '👍', 4),
      sends('agent', 'document', 'quote', 'Aqui está a proposta, com duas opções de tecido.'),
      customer('Recebido, estamos olhando.'),
    ],
    about: { email: 'suprimentos@pedrabranca.example', extraInfo: [{ name: 'Obra', value: 'Residencial Mirante' }] },
  },
  {
    name: 'Lívia Castelo',
    number: '5511970010011',
    hoursAgo: 29,
    queue: 'Entregas',
    agent: 'beatriz',
    lines: [
      customer('Oi, o pedido saiu para entrega?'),
      agent('Oi, Lívia! Saiu hoje cedo. Chega até as 18h.'),
      sends('customer', 'voice', 'voice-short'),
      agent('Sem problema, o porteiro pode receber.'),
      sends('agent', 'voice', 'voice-long'),
    ],
  },
  {
    name: 'Norberto Salles',
    number: '5531970010012',
    hoursAgo: 27,
    queue: 'Financeiro',
    agent: 'joana',
    lines: [
      customer('Consigo parcelar em 12 vezes?'),
      agent('Em até 10 vezes sem juros, ou 12 com juros de 1,9 %.'),
      customer('E se eu der 40 % de entrada?'),
      agent('Aí fazemos as 12 sem juros.'),
      agent('Desculpe, mensagem para outro cliente.'),
      { by: 'agent', type: 'revoke', to: 4 },
      customer('Fechou, mando o comprovante hoje.'),
    ],
  },
  {
    name: 'Helena Sampaio',
    number: '5511970010013',
    hoursAgo: 25,
    queue: 'Assistência',
    agent: 'marina',
    tags: ['Garantia', 'Urgente'],
    note: 'Retirada do módulo na terça; a portaria pede o nome do motorista.',
    lines: [
      customer('Boa tarde! Recebi o sofá Lume ontem, mas o tecido veio com um rasgo na lateral.'),
      sends('customer', 'image', 'sofa', 'Dá para ver na costura'),
      sends('customer', 'image', 'sofa-close', 'De perto'),
      agent('Bom dia, Helena! Sinto muito pelo transtorno. Consegue me mandar a nota fiscal?'),
      sends('customer', 'document', 'invoice'),
      reacts('agent', '🙏', 4),
      agent('Recebi, obrigada! Já abri a troca do módulo lateral.'),
      sends('customer', 'voice', 'voice-long'),
      agent('A retirada fica para terça, entre 8h e 12h.', 7),
      customer('Perfeito, obrigada pela rapidez!'),
      customer('Consigo acompanhar a retirada por aqui?'),
    ],
    about: { email: 'helena@sampaio.example', extraInfo: [{ name: 'Pedido', value: 'NF-e 018.442' }] },
  },
  {
    name: 'Ester Bragança',
    number: '5511970010014',
    hoursAgo: 22,
    queue: 'Vendas',
    agent: 'caio',
    lines: [
      customer('Qual a diferença entre a madeira freijó e a nogueira?'),
      agent('O freijó é mais claro e puxa para o mel; a nogueira é mais escura.'),
      sends('agent', 'image', 'table', 'A mesma mesa nas duas madeiras'),
      customer('Amei a da direita'),
      reacts('agent', '😍', 3),
    ],
  },
  {
    name: 'Café Aurora',
    number: '5541970010015',
    hoursAgo: 20,
    queue: 'Assistência',
    agent: null,
    lines: [
      customer('Duas cadeiras vieram com o pé bambo.'),
      sends('customer', 'image', 'chair'),
      customer('Dá para trocar antes do fim de semana?'),
    ],
  },
  {
    name: 'Vicente Prado',
    number: '5511970010016',
    hoursAgo: 16,
    queue: 'Vendas',
    agent: null,
    lines: [customer('Oi, vocês entregam em Campinas?'), customer('E qual o prazo?')],
  },
  {
    name: 'Cecília Nóbrega',
    number: '5581970010017',
    hoursAgo: 9,
    queue: 'Entregas',
    agent: 'rafael',
    lines: [
      customer('Vou me atrasar para receber, pode ser depois das 15h?'),
      agent('Pode, aviso o motorista agora.'),
      { by: 'customer', type: 'location', latitude: -8.0631, longitude: -34.8711, body: 'Entrada de serviço' },
      customer('É por este portão'),
      { by: 'customer', type: 'revoke', to: 3 },
      customer('É pelo portão da rua de trás'),
    ],
  },
  {
    name: 'Renata Falcão',
    number: '5511970010018',
    hoursAgo: 7,
    queue: 'Financeiro',
    agent: null,
    tags: ['Urgente'],
    lines: [
      customer('Bom dia, paguei por PIX e o pedido ainda aparece em aberto.'),
      sends('customer', 'document', 'receipt', 'Comprovante'),
    ],
  },
  {
    name: 'Ícaro Menezes',
    number: '5511970010019',
    hoursAgo: 5,
    queue: 'Vendas',
    agent: 'joana',
    lines: [
      customer('Tem cabeceira estofada queen em estoque?'),
      agent('Tem em areia e em grafite.'),
      customer('Manda foto da grafite?'),
      sends('agent', 'image', 'headboard'),
      customer('É essa mesmo. Como eu compro?'),
    ],
  },
  {
    name: 'Lia Prado',
    group: 'Condomínio Ipê · obras',
    number: '5511970010026',
    hoursAgo: 4.5,
    queue: 'Vendas',
    agent: 'caio',
    lines: [
      customer('Pessoal, as mesas do salão chegam esta semana?'),
      agent('Bom dia! Chegam na quinta, até o meio-dia.'),
      customer('Ótimo, aviso o zelador.'),
    ],
  },
  {
    name: 'Pousada Maré Alta',
    number: '5582970010020',
    hoursAgo: 4,
    queue: 'Vendas',
    agent: 'caio',
    lines: [
      customer('Boa tarde! Vamos reformar 9 quartos e gostamos muito da linha Duna.'),
      agent('Boa tarde! Que alegria. Posso mandar o catálogo completo?'),
      customer('Por favor. E alguém pode nos visitar?'),
      sends('agent', 'document', 'catalogue', 'Catálogo da linha Duna'),
    ],
  },
  {
    name: 'Lorenzo Vidigal',
    number: '5511970010021',
    hoursAgo: 3,
    queue: null,
    agent: null,
    lines: [customer('Oi'), customer('Queria saber sobre a garantia da mesa de jantar'), sends('customer', 'image', 'table')],
  },
  {
    name: 'Graziela Porto',
    number: '5511970010022',
    hoursAgo: 2,
    queue: 'Assistência',
    agent: 'beatriz',
    lines: [
      customer('A gaveta do criado-mudo está emperrando.'),
      agent('Oi, Graziela! Pode gravar um áudio do barulho que faz?'),
      sends('customer', 'voice', 'voice-short'),
      customer('Faz isso toda vez que abro', 2),
    ],
  },
  {
    name: 'Samuel Bittencourt',
    number: '5511970010023',
    hoursAgo: 1.2,
    queue: null,
    agent: null,
    lines: [customer('Boa tarde, vocês compram móveis usados?')],
  },
  {
    name: 'Olga Petrelli',
    number: '5511970010024',
    hoursAgo: 0.8,
    queue: 'Financeiro',
    agent: 'joana',
    lines: [
      customer('Preciso da nota em nome da empresa, ainda dá tempo?'),
      agent('Dá, sim! Me manda o CNPJ, por favor.'),
      customer('00.000.000/0001-00'),
      reacts('agent', '👌', 2),
    ],
  },
  {
    name: 'Ateliê Jacarandá',
    number: '5511970010025',
    hoursAgo: 0.4,
    queue: null,
    agent: null,
    lines: [
      customer('Olá! Somos marceneiros e gostaríamos de fornecer para vocês.'),
      { by: 'customer', type: 'contacts', body: 'Jairo Jacarandá, +55 11 97001-0025' },
    ],
  },
];
