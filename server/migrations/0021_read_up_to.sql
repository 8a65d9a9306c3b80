-- How far a ticket was read. Opening it writes this one row.
alter table tickets
  add column read_up_to bigint not null default 0,
  -- updated_at of a closed ticket; null while it is active, so that messages change nothing that is in an index.
  add column closed_updated_at timestamptz;
comment on column tickets.read_up_to is 'Messages at this position or before it were read. A position is an id, or one drawn from the same sequence.';
comment on column tickets.closed_updated_at is 'updated_at of a closed ticket; null while it is active, so that messages change nothing that is in an index.';

-- Not a generated column: that would rewrite the table.
create function place_closed_ticket() returns trigger language plpgsql
  as $$ begin new.closed_updated_at := case when new.status = 'closed' then new.updated_at end; return new; end $$;
create trigger place_closed before insert or update on tickets for each row
  when (new.status = 'closed' or new.closed_updated_at is not null) execute function place_closed_ticket();

-- Room for the next version of a row on its own page, and a vacuum before a fifth of a large table is dead.
alter table tickets set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
-- Jobs come and go by the hundred in a second, while few are there.
alter table graphile_worker._private_jobs set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000);
