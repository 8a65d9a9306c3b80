-- The journal of what came in, by days (UTC): a day goes as a whole, and no row is ever deleted. The server makes the days, ahead of time
-- (messages/store/journal-days.ts). What falls into none of them goes to `_rest`, so that nothing is refused for want of a day.

-- Keys are long, and of any form that the provider likes; this is what stands for one.
create function inbound_key(connection bigint, key text) returns uuid language sql immutable parallel safe strict
  as $$ select substr(encode(sha256(convert_to(connection || ':' || key, 'UTF8')), 'hex'), 1, 32)::uuid $$;

-- A narrow row for each fact, by which a repeated delivery is recognised.
create table inbound_keys (
  company_id bigint not null,
  key uuid not null,
  received_on date not null,
  primary key (company_id, key, received_on)
) partition by range (received_on);
create table inbound_keys_rest partition of inbound_keys default;

-- Notes a key; false if one of the days has it already. Whoever brings the same key at the same time waits here: over midnight the two would
-- not meet in the index of one day. Each statement of the function sees what was committed while the one before it waited.
create function note_inbound(company bigint, connection bigint, key text, today date) returns boolean language plpgsql
  as $$
    declare
      wanted uuid := inbound_key(connection, key);
    begin
      perform pg_advisory_xact_lock(uuid_hash_extended(wanted, company));
      insert into inbound_keys (company_id, key, received_on)
        select company, wanted, today
        where not exists (select from inbound_keys k where k.company_id = company and k.key = wanted);
      return found;
    end
  $$;

-- Only the facts that failed, with what a retry needs.
create table inbound_events_by_day (
  company_id bigint not null,
  connection_id bigint not null,
  key text not null,
  -- Null once it was processed.
  payload jsonb,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  error text,
  primary key (company_id, connection_id, key, received_at),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
) partition by range (received_at);
create table inbound_events_rest partition of inbound_events_by_day default;

-- What is there already is one day more, named after the last that it holds. Copied while facts still come in.
do $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if exists (select from inbound_events) then
    execute format('create table inbound_keys_%s partition of inbound_keys for values from (minvalue) to (%L)', to_char(today, 'YYYYMMDD'), today + 1);
    execute format('create table inbound_events_%s partition of inbound_events_by_day for values from (minvalue) to (%L)',
      to_char(today, 'YYYYMMDD'), (today + 1) || ' 00:00:00+00');
  end if;
end $$;
insert into inbound_keys (company_id, key, received_on)
  select company_id, inbound_key(connection_id, key), (received_at at time zone 'UTC')::date
  from inbound_events
  on conflict do nothing;

-- From here on facts wait, for a moment.
lock table inbound_events in access exclusive mode;
insert into inbound_keys (company_id, key, received_on)
  select company_id, inbound_key(connection_id, key), (received_at at time zone 'UTC')::date
  from inbound_events where received_at >= now() - interval '10 minutes'
  on conflict do nothing;
insert into inbound_events_by_day select * from inbound_events where processed_at is null;
drop table inbound_events;
alter table inbound_events_by_day rename to inbound_events;
alter table inbound_events rename constraint inbound_events_by_day_pkey to inbound_events_pkey;
alter table inbound_events rename constraint inbound_events_by_day_company_id_connection_id_fkey to inbound_events_company_id_connection_id_fkey;
create index inbound_events_due on inbound_events (next_attempt_at) where processed_at is null;

do $$
declare t text;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname ~ '^inbound_(keys|events)' loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = (select current_company()) or (select on_platform()))', t);
  end loop;
end $$;
