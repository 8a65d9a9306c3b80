import type { BotQueue } from '@balcao/contract/chatbot-rules';
import type { CompanyView } from '@balcao/contract/companies';
import type { ConnectionView } from '@balcao/contract/connections';
import type { QueueView } from '@balcao/contract/queues';
import { schedulesOn } from '@balcao/contract/schedule-rules';
import { settingValue } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { useState } from 'react';
import { useOptionsOf } from '../../../../data/queues/queries.ts';
import { now } from '../../../../platform/clock.ts';
import { t } from '../../../../platform/i18n.ts';
import { holidaysOf } from '../../../../ui/hours/holidays.ts';
import { entriesOf } from '../../../../ui/hours/hours.ts';
import type { QueueValues } from '../form/queue-form.ts';
import { botOptions, type OptionTree, previewId, rowsOf, treeOf } from '../options/option-tree.ts';
import type { Script } from './preview.ts';

/** The preview needs an id for a queue that is not saved yet. */
const newQueueId = -1;

export type ScriptInput = {
  queue: QueueView | null;
  queues: readonly QueueView[];
  settings: readonly SettingRow[] | undefined;
  /** The connection the preview simulates; null: a connection with all queues. */
  connection: ConnectionView | null;
  company: CompanyView | undefined;
  values: QueueValues;
  tree: OptionTree;
  /** The customer went to the main menu, so the options of the other queues are needed too. */
  wandered: boolean;
};

/** The bot as a connection would run it with the edited values; without a connection, with all queues of the company. */
export function useScript({ queue, queues, settings, connection, company, values, tree, wandered }: ScriptInput): Script {
  const [at] = useState(() => new Date(now()));
  const queueId = queue?.id ?? newQueueId;
  const others = inMenu(connection, queues).filter(({ id }) => id !== queueId);
  const optionsOf = useOptionsOf(wandered ? others.map(({ id }) => id) : []);
  const timeZone = settingValue(settings, 'timeZone');
  const edited: BotQueue = {
    id: queueId,
    name: values.name.trim() || t('Nova fila'),
    greetingMessage: values.greetingMessage,
    outOfHoursMessage: values.outOfHoursMessage,
    schedules: entriesOf(values.hours),
    hasMedia: mediaName(values) !== null,
    options: botOptions(tree),
    hasAssistant: values.promptId !== null || values.integrationId !== null,
  };
  const rest = others.map((other) => ({ order: other.orderQueue, queue: botQueue(other, optionsOf.get(other.id) ?? []) }));
  const order = (place: number | null | '') => (place === null || place === '' ? Number.MAX_SAFE_INTEGER : place);
  const menu = [...rest, { order: values.orderQueue, queue: edited }].sort(
    (a, b) => order(a.order) - order(b.order) || a.queue.id - b.queue.id,
  );
  return {
    config: {
      greetingMessage: connection?.greetingMessage ?? '',
      outOfHoursMessage: connection?.outOfHoursMessage ?? '',
      queues: menu.map((each) => each.queue),
      elsewhere: null,
      maxUseBotQueues: connection?.maxUseBotQueues ?? 0,
      timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
      greetWithOneQueue: settingValue(settings, 'sendGreetingMessageOneQueues') === 'enabled',
      menuStyle: settingValue(settings, 'chatBotType') as 'text' | 'button' | 'list',
      scheduleType: settingValue(settings, 'scheduleType') as 'disabled' | 'queue' | 'company',
      companySchedules: company ? schedulesOn(connection, company) : [],
      holidays: holidaysOf(values.holidays),
      timeZone,
    },
    queueId,
    begins: connection && others.length === 0 ? 'alone' : 'chosen',
    files: new Map([
      ...(mediaName(values) === null ? [] : [[`queue ${queueId}`, mediaName(values) ?? ''] as const]),
      ...rowsOf(tree).flatMap(({ node }) => (node.mediaName === null ? [] : [[`option ${previewId(node.key)}`, node.mediaName] as const])),
    ]),
    about: { contactName: 'Helena Prado', protocol: '20261121-482', at, timeZone },
  };
}

function mediaName({ media }: QueueValues): string | null {
  return media.file?.name ?? media.name;
}

/** The connections that have a queue, the default one first. */
export function connectionsWith(connections: readonly ConnectionView[] | undefined, queueId: number | null): ConnectionView[] {
  const having = connections?.filter(({ queues }) => queues.some(({ id }) => id === queueId)) ?? [];
  return having.sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id);
}

function inMenu(connection: ConnectionView | null, queues: readonly QueueView[]): readonly QueueView[] {
  return connection ? queues.filter(({ id }) => connection.queues.some((queue) => queue.id === id)) : queues;
}

function botQueue(queue: QueueView, options: Parameters<typeof treeOf>[0]): BotQueue {
  const { id, name, greetingMessage, outOfHoursMessage, schedules } = queue;
  return {
    id,
    name,
    greetingMessage,
    outOfHoursMessage,
    schedules,
    hasMedia: Boolean(queue.mediaName),
    options: botOptions(treeOf(options)),
    hasAssistant: queue.promptId !== null || queue.integrationId !== null,
  };
}
