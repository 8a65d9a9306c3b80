// Why a connection is down: first what happened, in a sentence of its own, then the next step.
import type { ConnectionChannel, WebReason } from '@balcao/contract/connection-rules';
import type { ConnectionView } from '@balcao/contract/connections';
import { t } from '../../../platform/i18n.ts';

/** What a person can do about it here: link the phone again, try again, or move the number to the Cloud API. */
export type Remedy = 'renew' | 'start' | 'switch';

const webSentences: Record<WebReason, () => string> = {
  not_linked: () => t('Nenhum celular está ligado a esta conexão. Leia um QR Code para ligar um.'),
  qr_expired: () => t('O QR Code venceu sem ser lido. Gere um novo.'),
  pairing_expired: () => t('O código de 8 letras venceu sem ser digitado. Peça outro.'),
  disconnected_by_user: () => t('Alguém da equipe desconectou. Conecte de novo quando quiser.'),
  logged_out: () => t('A sessão foi encerrada no celular. Leia um novo QR Code.'),
  replaced: () => t('Outra sessão assumiu esta conexão. Feche o outro programa que usa este número e tente de novo.'),
  banned: () => t('O WhatsApp bloqueou este número. Abra o WhatsApp no celular e peça uma análise; depois tente de novo.'),
  restricted: () => t('O WhatsApp limitou este número por um tempo. Veja no celular até quando, espere e tente de novo.'),
  passkey_required: () =>
    t(
      'Esta conta é protegida por uma chave de acesso (passkey), e com ela o WhatsApp não deixa ligar outros programas. Use a Cloud API oficial com este número.',
    ),
  outdated: () => t('O WhatsApp não aceita mais esta versão do programa. Peça a quem cuida do servidor que o atualize e tente de novo.'),
  bad_session: () => t('As chaves desta sessão não servem mais. Leia um novo QR Code; as conversas ficam guardadas.'),
  timeout: () => t('O WhatsApp não respondeu a tempo. A conexão é tentada de novo sozinha; se demorar, confira a internet do servidor.'),
  network: () => t('Não há caminho até o WhatsApp. Confira a internet do servidor; a conexão volta sozinha.'),
  refused: () => t('O WhatsApp recusou a conexão. Espere alguns minutos e tente de novo; se continuar, leia um novo QR Code.'),
};

const webRemedies: Partial<Record<WebReason, Remedy>> = {
  not_linked: 'renew',
  qr_expired: 'renew',
  pairing_expired: 'renew',
  disconnected_by_user: 'renew',
  logged_out: 'renew',
  bad_session: 'renew',
  passkey_required: 'switch',
};

const cloudSentences: Record<string, () => string> = {
  credentials: () => t('A Meta não aceitou o token ou os identificadores. Confira as credenciais e teste de novo.'),
  not_permitted: () => t('O token não tem as permissões de mensagens. Gere outro com whatsapp_business_messaging.'),
  number_not_registered: () => t('Este número ainda não está registrado na Cloud API. Conclua o registro no painel da Meta.'),
  invalid_request: () => t('A Meta não reconheceu os identificadores. Confira o número e a conta (WABA).'),
  payment: () => t('Há uma pendência de pagamento na conta da Meta. Regularize e tente de novo.'),
  rate_limited: () => t('Foram pedidos demais em pouco tempo. Espere alguns minutos e tente de novo.'),
  restricted: () => t('A Meta limitou este número. Veja o aviso na Qualidade da conta, no painel da Meta, e tente de novo.'),
  disconnected: () => t('A Meta desligou este número. Veja o aviso no painel da Meta e tente de novo.'),
  network: () => t('A Meta não respondeu. Confira a internet do servidor e tente de novo.'),
  disconnected_by_user: webSentences.disconnected_by_user,
};

type Down = Pick<ConnectionView, 'channel' | 'statusReason'>;

/** Why the connection is down, and the next step. Without a known reason it only says that it is down. */
export function reasonSentence({ channel, statusReason }: Down): string {
  return sentenceOf(channel, statusReason) ?? t('A conexão caiu. Tente de novo; se continuar, avise quem cuida do servidor.');
}

/** The sentence for a reason; null for an unknown one. */
export function sentenceOf(channel: ConnectionChannel, reason: string | null): string | null {
  if (reason === null) return null;
  const sentences: Record<string, () => string> = channel === 'whatsapp_web' ? webSentences : cloudSentences;
  return sentences[reason]?.() ?? null;
}

/** Only what happened, for a problem that is over. */
export function causeOf(channel: ConnectionChannel, reason: string | null): string | null {
  return sentenceOf(channel, reason)?.split(/(?<=\.) /)[0] ?? null;
}

/** What the person can do about it. */
export function remedyOf({ channel, statusReason }: Down): Remedy {
  const remedies: Record<string, Remedy> = webRemedies;
  return (channel === 'whatsapp_web' && remedies[statusReason ?? '']) || 'start';
}
