export const queueKeys = {
  all: ['queues'] as const,
  list: ['queues', 'list'] as const,
  options: (queueId: number) => ['queues', 'options', queueId] as const,
};
