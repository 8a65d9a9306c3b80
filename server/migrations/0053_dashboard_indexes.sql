-- outside a transaction
-- The dashboard reads a quarter of a year of attendances from its indexes alone. A running attendance is in the second one only, by its start.
create index concurrently if not exists attendances_by_finish on attendances (company_id, finished_at)
  include (user_id, queue_id, connection_id, queued_at, started_at, first_response_at, rating, ticket_id) where finished_at is not null;
create index concurrently if not exists attendances_by_queued on attendances (company_id, queued_at) include (started_at);
drop index concurrently if exists attendances_finished;
drop index concurrently if exists attendances_queued;
create index concurrently if not exists attendances_rated on attendances (company_id, finished_at) where rating is not null;

comment on index attendances_by_finish is 'What was finished in a period, with all that the dashboard counts of it.';
comment on index attendances_by_queued is 'What was queued in a period, and how long it waited.';
comment on index attendances_rated is 'The ratings of a period.';
