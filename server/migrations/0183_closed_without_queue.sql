-- outside a transaction
-- Closed tickets without a queue in the order of their last change: `queue_id is null` gives an index that begins with the queue no order.
create index concurrently if not exists tickets_without_queue on tickets (company_id, status, closed_updated_at desc, id desc)
  where queue_id is null;
create index concurrently if not exists tickets_of_queue on tickets (company_id, queue_id, status, closed_updated_at desc, id desc)
  where queue_id is not null;
drop index concurrently if exists tickets_by_queue;

comment on index tickets_of_queue is 'The active tickets of a deleted queue, closed ones by queue.';
comment on index tickets_without_queue is 'Closed tickets without a queue, for whoever sees those and the ones of some queues.';
