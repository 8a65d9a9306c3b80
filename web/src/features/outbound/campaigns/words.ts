import type { PriceCurrency, PriceGroup } from '@balcao/contract/campaign-cost-rules';
import type { CampaignStatus, HaltReason, ShippingState } from '@balcao/contract/campaign-rules';
import type { ShippingView } from '@balcao/contract/campaigns';
import { locale, t } from '../../../platform/i18n.ts';
import type { Tone } from '../../../ui/marks/status-chip.tsx';

/** A status in words. */
export function statusWord(status: CampaignStatus): string {
  const words: Record<CampaignStatus, string> = {
    INATIVA: t('Inativa'),
    PROGRAMADA: t('Programada'),
    EM_ANDAMENTO: t('Em andamento'),
    CANCELADA: t('Cancelada'),
    FINALIZADA: t('Finalizada'),
  };
  return words[status];
}

export const statusTones: Record<CampaignStatus, Tone> = {
  INATIVA: 'quiet',
  PROGRAMADA: 'brand',
  EM_ANDAMENTO: 'info',
  CANCELADA: 'warn',
  FINALIZADA: 'ok',
};

/** What saving does with the time in the form, where it can be saved. `status`: null for a new campaign; `at`: null without a time. */
export function timeHint(status: CampaignStatus | null, at: Date | null, now: Date): string | null {
  if (status === 'EM_ANDAMENTO' || status === 'FINALIZADA') return null;
  if (status === 'CANCELADA') return t('Cancelada, a campanha só continua quando você a reinicia.');
  return at !== null && at <= now ? t('Este horário já passou: o envio começa ao salvar.') : t('Sem horário, a campanha fica inativa.');
}

/** Why a campaign does not go on, and what helps. */
export function haltText(reason: HaltReason): string {
  const texts: Record<HaltReason, string> = {
    checking_numbers: t('Os números da lista ainda estão sendo conferidos. A campanha começa em seguida.'),
    connection_away: t('A conexão está fora do ar. O envio continua sozinho quando ela voltar.'),
    connection_missing: t('A conexão não existe mais. Edite a campanha, escolha outra e reinicie.'),
    list_missing: t('A lista de contatos não existe mais. Edite a campanha, escolha outra e reinicie.'),
    no_message: t('A campanha não tem mensagem nem arquivo. Escreva uma e reinicie.'),
    template_paused: t('A Meta pausou o modelo. O envio continua sozinho quando ela liberar, ou edite a campanha e escolha outro.'),
    template_refused: t('O modelo foi recusado, mudou ou não existe mais na Meta. Edite a campanha, escolha outro e reinicie.'),
    closed_hours: t('Fora do horário de atendimento. O envio continua quando a empresa abrir.'),
    restricted: t('O WhatsApp restringiu este número. O envio fica parado até ele ser liberado.'),
    limit_reached: t('O número atingiu o limite de novas conversas. O envio continua quando o limite voltar.'),
    refused: t('O WhatsApp recusou uma conversa nova. O envio descansa antes de tentar de novo.'),
    failures: t('Muitos envios falharam e pessoas bloquearam o número. O envio descansa para não perder o número.'),
    plan: t('O plano da empresa não inclui campanhas agora. O envio continua quando incluir.'),
    subscription: t('A assinatura venceu. O envio continua depois do pagamento.'),
  };
  return texts[reason];
}

/** Where a contact of a campaign stands, in words. */
export function stateOf({ state, repliedAt, deliveredAt }: Pick<ShippingView, 'state' | 'repliedAt' | 'deliveredAt'>): {
  word: string;
  tone: Tone;
} {
  if (state === 'failed' && deliveredAt) return { word: t('Chegou em parte'), tone: 'warn' };
  if (repliedAt) return { word: t('Respondeu'), tone: 'brand' };
  const words: Record<ShippingState, { word: string; tone: Tone }> = {
    waiting: { word: t('Na fila'), tone: 'quiet' },
    queued: { word: t('Enviando'), tone: 'quiet' },
    asking: { word: t('Aguarda confirmação'), tone: 'info' },
    sent: { word: t('Enviada'), tone: 'ok' },
    delivered: { word: t('Entregue'), tone: 'ok' },
    read: { word: t('Lida'), tone: 'brand' },
    failed: { word: t('Falhou'), tone: 'bad' },
    skipped: { word: t('Não enviada'), tone: 'warn' },
  };
  return words[state];
}

/** Why a contact was not sent to. */
export function reasonText(reason: string): string {
  const texts: Record<string, string> = {
    invalid_number: t('O número não tem WhatsApp'),
    unchecked_number: t('O número não pôde ser conferido'),
    opted_out: t('Pediu para não receber'),
    contact_blocked: t('A empresa bloqueou este contato'),
    window_closed: t('Fora da janela de 24 horas: a API oficial só aceita modelos'),
    template_variables: t('Falta ao contato um valor do modelo'),
    template_paused: t('A Meta pausou o modelo'),
    template_disabled: t('A Meta desativou o modelo'),
    template_missing: t('O modelo não existe mais na Meta'),
    template_content: t('O modelo mudou na Meta'),
    marketing_limit: t('A pessoa já recebeu marketing demais: o WhatsApp limita'),
    cancelled: t('A campanha foi cancelada antes'),
    empty_message: t('Não havia mensagem para enviar'),
    not_confirmed: t('Não confirmou em 24 horas'),
    not_on_whatsapp: t('O número não tem WhatsApp'),
    restricted: t('O WhatsApp restringiu o número'),
    rate_limited: t('Envios demais em pouco tempo'),
    recipient_blocked: t('A pessoa bloqueou o número'),
    unconfirmed: t('Não se sabe se chegou: não será repetida'),
    connection_down: t('A conexão caiu'),
    deleted: t('A mensagem foi apagada'),
    media_rejected: t('O arquivo foi recusado'),
  };
  return texts[reason] ?? t('O canal recusou a mensagem');
}

/** A country or region with a price of its own. */
export function groupText(group: PriceGroup): string {
  switch (group) {
    case 'latin_america':
      return t('Resto da América Latina');
    case 'north_america':
      return t('América do Norte');
    case 'western_europe':
      return t('Resto da Europa Ocidental');
    case 'eastern_europe':
      return t('Europa Central e Oriental');
    case 'middle_east':
      return t('Resto do Oriente Médio');
    case 'africa':
      return t('Resto da África');
    case 'asia_pacific':
      return t('Resto da Ásia e Pacífico');
    default:
      return new Intl.DisplayNames([locale()], { type: 'region' }).of(group) ?? group;
  }
}

/** A price with as many decimals as it needs. */
export function priceText(value: number, currency: PriceCurrency): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency, maximumFractionDigits: 4 }).format(value);
}

const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;

/** How long something takes, roughly, in the largest unit of which it is at least one and a half: 90 s are '2 minutos'. Takes milliseconds. */
export function lengthText(ms: number): string {
  const seconds = Math.max(1, ms / 1000);
  const [unit, size] = units.findLast(([, size]) => seconds / size >= 1.5) ?? units[0];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / size));
}
