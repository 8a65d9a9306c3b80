import { formatDate, formatDateTime, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { recurrenceText } from '../../../platform/recurrence-text.ts';

const labels: Record<string, () => string> = {
  as: () => t('No lugar de'),
  company: () => t('Empresa'),
  companyId: () => t('Nº da empresa'),
  configured: () => t('Preenchido'),
  count: () => t('Quantidade'),
  created: () => t('Criados'),
  delivery: () => t('Nº da entrega'),
  dueDate: () => t('Vencimento'),
  email: () => t('E-mail'),
  enabled: () => t('Ligado'),
  ended: () => t('Sessões encerradas'),
  fields: () => t('Campos'),
  from: () => t('De'),
  graceDays: () => t('Dias de tolerância'),
  halt: () => t('Motivo'),
  held: () => t('Motivo'),
  invoiceId: () => t('Nº da fatura'),
  key: () => t('Chave'),
  name: () => t('Nome'),
  number: () => t('Número'),
  operatorsSecondFactor: () => t('Segundo fator dos operadores'),
  otherId: () => t('Nº do outro contato'),
  outcome: () => t('Resultado'),
  phone: () => t('Telefone'),
  planId: () => t('Nº do plano'),
  profile: () => t('Perfil'),
  program: () => t('Programa'),
  provider: () => t('Provedor'),
  recipient: () => t('Destinatário'),
  recurrence: () => t('Recorrência'),
  rows: () => t('Linhas'),
  scopes: () => t('Permissões'),
  searchParam: () => t('Busca'),
  signUp: () => t('Cadastro aberto'),
  status: () => t('Ativa'),
  subject: () => t('Assunto'),
  tasks: () => t('Tarefas'),
  tickets: () => t('Atendimentos'),
  to: () => t('Para'),
  trialExpiration: () => t('Fim do teste'),
  type: () => t('Tipo'),
  until: () => t('Até'),
  url: () => t('Endereço'),
  value: () => t('Valor'),
  verb: () => t('Ação'),
};

const words: Record<string, () => string> = {
  'held failures': () => t('Muitas falhas e bloqueios'),
  'held limit_reached': () => t('Limite de novas conversas'),
  'held refused': () => t('O WhatsApp recusou uma conversa nova'),
  'held restricted': () => t('O WhatsApp restringiu o número'),
  'held restricted_until': () => t('O WhatsApp restringiu o número'),
  'held slowed': () => t('Devagar, pela saúde do número'),
  'outcome applied': () => t('Pagou a fatura'),
  'outcome short': () => t('Menos que o pedido'),
  'outcome surplus': () => t('Pago mais uma vez'),
  'profile admin': () => t('Administrador'),
  'profile supervisor': () => t('Supervisor'),
  'profile user': () => t('Usuário'),
};

export type AuditDetail = { label: string; value: string };

/** What the audit log knows beside the verb, in words; what has no words for it stays as it was written. */
export function auditDetails(details: string): AuditDetail[] {
  const read = parsed(details);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return [{ label: '', value: details }];
  return Object.entries(read).map(([key, value]) => ({ label: labels[key]?.() ?? key, value: valueText(key, value) }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? t('Sim') : t('Não');
  if (typeof value === 'number') return key === 'value' ? formatMoney(value) : String(value);
  if (typeof value === 'string') return stringText(key, value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')) return value.join(', ') || '–';
  const { name } = value as { name?: unknown };
  return typeof name === 'string' ? name : JSON.stringify(value);
}

function stringText(key: string, text: string): string {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return formatDateTime(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text);
  if (key === 'recurrence') return recurrenceText(text);
  return words[`${key === 'halt' ? 'held' : key} ${text}`]?.() ?? text;
}
