-- What is to be sent, and nothing else: a row leaves when its message was sent or failed. `messages` is big and has many indexes, so what
-- changes at every attempt is not there.
create table message_outbox (
  company_id bigint not null,
  message_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'sending')),
  attempts smallint not null default 0,
  -- While it is being sent: when that counts as lost.
  lease_until timestamptz,
  -- While it is queued: not before.
  next_attempt_at timestamptz,
  -- Why it waits, or why nobody knows whether it was sent.
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000);
create index message_outbox_chat on message_outbox (company_id, connection_id, contact_id, message_id);
comment on table message_outbox is 'Without an index on state and times, claims and pauses are HOT updates. The sweep over all companies reads the whole table, which is as small as what waits.';
comment on index message_outbox_chat is 'The first message of each chat of a connection (claimOutbox, nextDue); what waits for a contact who writes (endHoldingBack).';

-- The provider's id of a message that we sent is known only afterwards. In an index of messages it would enter all of them again.
create table message_external_ids (
  company_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  message_id bigint not null,
  primary key (company_id, connection_id, external_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_external_ids_message on message_external_ids (company_id, message_id);
alter table messages add column sent_as text;
-- How far a ticket was read is noted there (0021), instead of a mark on each message. True where reading is no question: ours, imported, a rating, an answered
-- call, and what was read before.
alter table messages rename column read to is_read;
-- A placeholder that becomes readable is news once more, at this position; null: its id.
alter table messages add column position bigint;
comment on column messages.external_id is 'The provider''s id of what came with one: received, or written on the phone.';
comment on column messages.sent_as is 'The provider''s id of what we sent; in no index, see message_external_ids.';

do $$
declare t text;
begin
  foreach t in array array['message_outbox', 'message_external_ids'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company()) or (select on_platform()))', t);
  end loop;
end $$;

insert into message_outbox (company_id, message_id, connection_id, contact_id, state, attempts, lease_until, next_attempt_at, reason, created_at, updated_at)
  select company_id, id, connection_id, contact_id, state, attempts, case when state = 'sending' then next_attempt_at end,
    case when state = 'queued' then next_attempt_at end, fail_reason, created_at, updated_at
  from messages where state in ('queued', 'sending');
update messages set state = 'queued', fail_reason = null where state in ('queued', 'sending');

drop index messages_outbox, messages_unsent, messages_held;
alter table messages
  drop column attempts,
  drop column next_attempt_at,
  -- Ticket and contact have a company; a connection is never deleted but with its company. Their rows were locked once more for each message.
  drop constraint messages_company_id_fkey,
  drop constraint messages_company_id_connection_id_fkey,
  set (fillfactor = 85);
comment on column messages.state is 'In no index, and neither are ack and fail_reason: a message that is sent, delivered and read is rewritten in its place (HOT). While it is in message_outbox it is queued here.';
