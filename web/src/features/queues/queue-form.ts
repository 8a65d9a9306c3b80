import type { QueueView } from '@balcao/contract/queues';
import { t } from '../../platform/i18n.ts';
import { paletteColors } from '../../ui/color-palette.tsx';

export type QueueValues = { name: string; color: string; orderQueue: number | ''; greetingMessage: string; outOfHoursMessage: string };

/** The form of a new queue: the first free colour of the middle depth, and the last place. */
export function newQueueValues(queues: readonly QueueView[]): QueueValues {
  const taken = takenColors(queues, null);
  const middle = paletteColors.slice(20, 30);
  const color = [...middle, ...paletteColors].find((one) => !taken.includes(one)) ?? '';
  const places = queues.flatMap(({ orderQueue }) => orderQueue ?? []);
  return {
    name: '',
    color,
    orderQueue: places.length > 0 ? Math.max(...places) + 1 : queues.length + 1,
    greetingMessage: '',
    outOfHoursMessage: '',
  };
}

/** The form of a queue there is. */
export function queueValues(queue: QueueView): QueueValues {
  return {
    name: queue.name,
    color: queue.color,
    orderQueue: queue.orderQueue ?? '',
    greetingMessage: queue.greetingMessage,
    outOfHoursMessage: queue.outOfHoursMessage,
  };
}

/** The colours of the other queues. */
export function takenColors(queues: readonly QueueView[], queueId: number | null): string[] {
  return queues.filter(({ id }) => id !== queueId).map(({ color }) => color.toLowerCase());
}

/** What is wrong with the fields. */
export function queueRules() {
  return {
    name: (name: string) => {
      const length = name.trim().length;
      if (length === 0) return t('Obrigatório');
      if (length < 2) return t('Muito curto!');
      return length > 50 ? t('Muito longo!') : null;
    },
    color: (color: string) => (color ? null : t('Escolha uma cor.')),
    greetingMessage: (text: string) => (text.length > 4096 ? t('Muito longo!') : null),
    outOfHoursMessage: (text: string) => (text.length > 4096 ? t('Muito longo!') : null),
  };
}

/** The form as the server takes it. */
export function queueBody(values: QueueValues) {
  return {
    name: values.name.trim(),
    color: values.color,
    orderQueue: values.orderQueue === '' ? null : values.orderQueue,
    greetingMessage: values.greetingMessage,
    outOfHoursMessage: values.outOfHoursMessage,
  };
}
