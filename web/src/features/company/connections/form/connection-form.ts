import { type ConnectionChannel, tokenMask } from '@balcao/contract/connection-rules';
import type { ConnectionDetail } from '@balcao/contract/connections';
import { t } from '../../../../platform/i18n.ts';
import { areHoursFine, type DayHours, entriesOf, hoursOf } from '../../../../ui/hours/hours.ts';

/** Write-only fields: empty keeps the stored value. */
export type ConnectionValues = {
  name: string;
  isDefault: boolean;
  queueIds: string[];
  greetingMessage: string;
  /** Null: none. */
  integrationId: string | null;
  /** Null: none. */
  promptId: string | null;
  complationMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  /** The sending API's token: the mask stands for the stored one, empty removes it. */
  token: string;
  transferQueueId: string | null;
  timeToTransfer: number | '';
  expiresTicket: number | '';
  expiresInactiveMessage: string;
  /** Null: the company's hours apply. */
  hours: DayHours[] | null;
  maxUseBotQueues: number | '';
  timeUseBotQueues: number | '';
  /** Days and hours, as the choices spell them; '0' is none. */
  importDays: string;
  importPendingHours: string;
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
};

/** The form of a new connection. */
export function newConnectionValues(name: string, isFirst: boolean): ConnectionValues {
  return {
    name,
    isDefault: isFirst,
    queueIds: [],
    greetingMessage: '',
    integrationId: null,
    promptId: null,
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    token: '',
    transferQueueId: null,
    timeToTransfer: '',
    expiresTicket: '',
    expiresInactiveMessage: '',
    hours: null,
    maxUseBotQueues: 3,
    timeUseBotQueues: '',
    importDays: '0',
    importPendingHours: '0',
    phoneNumberId: '',
    wabaId: '',
    accessToken: '',
    appSecret: '',
    verifyToken: '',
  };
}

/** The form of an existing connection. */
export function connectionValues(connection: ConnectionDetail): ConnectionValues {
  return {
    name: connection.name,
    isDefault: connection.isDefault,
    queueIds: connection.queues.map(({ id }) => String(id)),
    greetingMessage: connection.greetingMessage,
    integrationId: connection.integrationId === null ? null : String(connection.integrationId),
    promptId: connection.promptId === null ? null : String(connection.promptId),
    complationMessage: connection.complationMessage,
    outOfHoursMessage: connection.outOfHoursMessage,
    ratingMessage: connection.ratingMessage,
    token: connection.token ? tokenMask : '',
    transferQueueId: connection.transferQueueId === null ? null : String(connection.transferQueueId),
    timeToTransfer: connection.timeToTransfer || '',
    expiresTicket: connection.expiresTicket || '',
    expiresInactiveMessage: connection.expiresInactiveMessage,
    hours: connection.schedules.length > 0 ? hoursOf(connection.schedules) : null,
    maxUseBotQueues: connection.maxUseBotQueues,
    timeUseBotQueues: connection.timeUseBotQueues || '',
    importDays: String(connection.importDays),
    importPendingHours: String(connection.importPendingHours),
    phoneNumberId: connection.cloud?.phoneNumberId ?? '',
    wabaId: connection.cloud?.wabaId ?? '',
    accessToken: '',
    appSecret: '',
    verifyToken: '',
  };
}

/** What is wrong with the fields. Credentials are required until they are stored. */
export function connectionRules(cloud: 'none' | 'missing' | 'stored') {
  const id = (text: string) =>
    cloud === 'none' ? null : text.trim() === '' ? t('Obrigatório') : /^\d{1,40}$/.test(text.trim()) ? null : t('Use só números.');
  const secret = (text: string) => (cloud === 'missing' && text.trim() === '' ? t('Obrigatório') : null);
  return {
    name: (name: string) => {
      const length = name.trim().length;
      if (length === 0) return t('Obrigatório');
      if (length < 2) return t('Muito curto!');
      return length > 50 ? t('Muito longo!') : null;
    },
    greetingMessage: (text: string, values: ConnectionValues) => {
      if (values.queueIds.length > 1 && text.trim() === '')
        return t('Escreva a mensagem de saudação: ela é necessária com mais de uma fila.');
      return tooLong(text);
    },
    complationMessage: tooLong,
    outOfHoursMessage: tooLong,
    ratingMessage: tooLong,
    expiresInactiveMessage: tooLong,
    hours: (hours: DayHours[] | null) => (hours === null || areHoursFine(hours) ? null : t('Corrija os horários marcados.')),
    token: (token: string) => (token.length > 200 ? t('Muito longo!') : null),
    timeToTransfer: (minutes: number | '', values: ConnectionValues) =>
      values.transferQueueId !== null && !minutes ? t('Diga depois de quantos minutos.') : null,
    transferQueueId: (queueId: string | null, values: ConnectionValues) =>
      values.timeToTransfer && queueId === null ? t('Escolha para qual fila.') : null,
    phoneNumberId: id,
    wabaId: id,
    accessToken: secret,
    appSecret: secret,
    verifyToken: secret,
  };
}

function tooLong(text: string): string | null {
  return text.length > 4096 ? t('Muito longo!') : null;
}

/** The form of a new connection as a request body. */
export function newConnectionBody(channel: ConnectionChannel, values: ConnectionValues) {
  return { channel, ...generalBody(values), ...channelBody(channel, values) };
}

/** The changes of the form as a request body. A connection stops being the default only when another one becomes it. */
export function changedConnectionBody(before: ConnectionDetail, values: ConnectionValues) {
  const { isDefault, ...rest } = generalBody(values);
  return {
    ...rest,
    ...(isDefault && !before.isDefault ? { isDefault } : {}),
    ...channelBody(before.channel, values),
  };
}

/** The fields that only one channel has. */
function channelBody(channel: ConnectionChannel, values: ConnectionValues) {
  switch (channel) {
    case 'whatsapp_web': {
      const importDays = Number(values.importDays);
      return { importDays, importPendingHours: importDays > 0 ? Number(values.importPendingHours) : 0 };
    }
    case 'whatsapp_cloud':
      return { cloud: cloudBody(values) };
    case 'simulator':
      return {};
  }
}

/** The credentials of a Cloud connection; an empty field keeps the stored one. */
export function cloudBody(values: ConnectionValues) {
  const given = (text: string) => text.trim() || undefined;
  return {
    phoneNumberId: values.phoneNumberId.trim(),
    wabaId: values.wabaId.trim(),
    accessToken: given(values.accessToken),
    appSecret: given(values.appSecret),
    verifyToken: given(values.verifyToken),
  };
}

function generalBody(values: ConnectionValues) {
  return {
    name: values.name.trim(),
    isDefault: values.isDefault,
    queueIds: values.queueIds.map(Number),
    greetingMessage: values.greetingMessage,
    integrationId: values.integrationId === null ? null : Number(values.integrationId),
    promptId: values.promptId === null ? null : Number(values.promptId),
    complationMessage: values.complationMessage,
    outOfHoursMessage: values.outOfHoursMessage,
    ratingMessage: values.ratingMessage,
    token: values.token,
    transferQueueId: values.transferQueueId === null ? null : Number(values.transferQueueId),
    timeToTransfer: values.timeToTransfer === '' ? null : values.timeToTransfer,
    expiresTicket: Number(values.expiresTicket),
    expiresInactiveMessage: values.expiresInactiveMessage,
    schedules: values.hours ? entriesOf(values.hours) : [],
    maxUseBotQueues: Number(values.maxUseBotQueues),
    timeUseBotQueues: Number(values.timeUseBotQueues),
  };
}
