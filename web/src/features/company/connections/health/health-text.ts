// How a number is doing, in words.

import type { GapView } from '@balcao/contract/connection-health';
import type { GapState, HealthLevel, HealthReason } from '@balcao/contract/connection-health-rules';
import type { Meter } from '../../../../data/connections/queries.ts';
import { formatDateTime, formatShortDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import type { Tone } from '../../../../ui/marks/status-chip.tsx';

export const toneOfLevel: Record<HealthLevel, Tone> = { good: 'ok', watch: 'warn', paused: 'warn', restricted: 'bad' };

/** The level in a word. */
export function levelText(level: HealthLevel): string {
  switch (level) {
    case 'good':
      return t('Boa');
    case 'watch':
      return t('Atenção');
    case 'paused':
      return t('Em pausa');
    case 'restricted':
      return t('Restrita');
  }
}

/** Why a number is not doing well, and what to do about it. */
export function whySentence(why: HealthReason, meter: Meter): string {
  switch (why) {
    case 'restricted':
      if (meter.answersRestrictedUntil)
        return meter.restrictedUntil
          ? t('O WhatsApp não deixa este número iniciar conversas até {{time}}.', { time: formatDateTime(meter.restrictedUntil) })
          : t('O WhatsApp não deixa este número iniciar conversas.');
      return meter.restrictedUntil
        ? t('O WhatsApp não deixa este número iniciar conversas até {{time}}. Responder a quem escreve continua possível.', {
            time: formatDateTime(meter.restrictedUntil),
          })
        : t('O WhatsApp não deixa este número iniciar conversas. Responder a quem escreve continua possível.');
    case 'answers_restricted':
      return t('O WhatsApp não deixa este número responder a quem escreve até {{time}}. O que for escrito espera e sai sozinho depois.', {
        time: formatDateTime(meter.answersRestrictedUntil ?? ''),
      });
    case 'limit_reached':
      return t('As conversas novas que o WhatsApp permite acabaram. As demais esperam até o limite recomeçar.');
    case 'refused':
      return t('O WhatsApp recusou uma conversa nova. Esperamos um tempo antes da próxima.');
    case 'limit_near':
      return t('A maior parte das conversas novas permitidas já foi usada. Guarde as que restam para o que importa.');
    case 'failures':
      return t('Muitas mensagens de hoje não saíram. Confira os números dos contatos.');
    case 'blocks':
      return t('Vários clientes bloquearam este número. Escreva só a quem espera a sua mensagem.');
    case 'many_new_chats':
      return t('Muitas conversas com desconhecidos foram iniciadas hoje. Vá mais devagar, para o número não ser bloqueado.');
  }
}

/** A short detail beside the level: until when it lasts, or how many messages went out. */
export function meterDetail(meter: Meter): string {
  const restricted =
    [meter.restrictedUntil, meter.answersRestrictedUntil]
      .filter((until) => until !== null)
      .sort()
      .at(-1) ?? null;
  const until = meter.level === 'restricted' ? restricted : meter.level === 'paused' ? meter.pausedUntil : null;
  if (until) return t('até {{time}}', { time: formatShortDateTime(until) });
  return meter.sentToday === 0 ? t('Nada enviado hoje') : t('{{count}} enviadas hoje', { count: meter.sentToday });
}

/** How many of the five marks a score fills; at least one. */
export function marksOf(score: number): number {
  return Math.max(1, Math.min(5, Math.ceil(score / 20)));
}

/** When a number was offline: 21/11/26 09:12 – 09:38. */
export function gapTime({ from, to }: Pick<GapView, 'from' | 'to'>): string {
  if (!to) return t('desde {{time}}', { time: formatShortDateTime(from) });
  const [day, otherDay] = [from, to].map((at) => formatShortDateTime(at).split(' ')[0]);
  return `${formatShortDateTime(from)} – ${day === otherDay ? formatTime(to) : formatShortDateTime(to)}`;
}

const minuteMs = 60_000;

/** Roughly how long it was offline. Empty while it still is. */
export function gapLength({ from, to }: Pick<GapView, 'from' | 'to'>): string {
  if (!to) return '';
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / minuteMs);
  if (minutes < 1) return t('menos de 1 min');
  if (minutes < 60) return t('{{n}} min', { n: minutes });
  return minutes < 48 * 60 ? t('{{n}} h', { n: Math.round(minutes / 60) }) : t('{{count}} dias', { count: Math.round(minutes / 1440) });
}

/** How far the recovery of a gap is. */
export function gapStateText(state: GapState): string {
  switch (state) {
    case 'open':
      return t('Fora do ar');
    case 'checking':
      return t('Conferindo');
    case 'closed':
      return t('Conferido');
  }
}

/** What was recovered of a gap. */
export function gapResult(gap: GapView): string {
  if (gap.state === 'open') return t('O que chegar agora é buscado quando a conexão voltar.');
  if (gap.recovered === 0) return gap.state === 'checking' ? t('Buscando o que chegou enquanto isso…') : t('Nada chegou enquanto isso.');
  const recovered = t('{{count}} mensagens recuperadas.', { count: gap.recovered });
  return gap.undecryptable === 0 ? recovered : `${recovered} ${t('Em {{count}} delas falta o conteúdo.', { count: gap.undecryptable })}`;
}
