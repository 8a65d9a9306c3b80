import type { QueueView } from '@balcao/contract/queues';

const day = (weekday: string, weekdayEn: QueueView['schedules'][number]['weekdayEn'], startTime: string, endTime: string) => ({
  weekday,
  weekdayEn,
  startTime,
  endTime,
});

/** Hours of a new queue. Sunday opens and closes at midnight, so the queue stays closed. */
export const defaultHours: QueueView['schedules'] = [
  day('Segunda-feira', 'monday', '08:00', '18:00'),
  day('Terça-feira', 'tuesday', '08:00', '18:00'),
  day('Quarta-feira', 'wednesday', '08:00', '18:00'),
  day('Quinta-feira', 'thursday', '08:00', '18:00'),
  day('Sexta-feira', 'friday', '08:00', '18:00'),
  day('Sábado', 'saturday', '08:00', '12:00'),
  day('Domingo', 'sunday', '00:00', '00:00'),
];
