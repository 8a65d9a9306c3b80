-- A company's configuration has a revision, which each change of it replaces in the same transaction. Processes keep in memory what they have
-- read of the configuration, as long as the revision is the same.
create table configuration_revisions (
  company_id bigint primary key references companies (id) on delete cascade,
  -- By chance: one that was rolled back never comes again. A company without a row has changed nothing since this table is there.
  revision uuid not null
);
alter table configuration_revisions enable row level security;
alter table configuration_revisions force row level security;
create policy tenant on configuration_revisions using (company_id = (select current_company()) or (select on_platform()));

create function configuration_changed() returns trigger language plpgsql as $$
  declare
    changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  begin
    insert into configuration_revisions as held (company_id, revision)
      select c.id, gen_random_uuid() from companies c
      where case tg_table_name
        when 'plans' then c.plan_id = (changed ->> 'id')::bigint
        when 'companies' then c.id = (changed ->> 'id')::bigint
        else c.id = (changed ->> 'company_id')::bigint end
      order by c.id
    on conflict (company_id) do update set revision = excluded.revision;
    return null;
  end
$$;

create trigger configuration_changed after insert or update or delete on settings for each row execute function configuration_changed();
create trigger configuration_changed after insert or update or delete on queues for each row execute function configuration_changed();
create trigger configuration_changed after insert or update or delete on queue_options for each row execute function configuration_changed();
create trigger configuration_changed after insert or update or delete on connections for each row execute function configuration_changed();
create trigger configuration_changed after insert or update or delete on connection_queues for each row execute function configuration_changed();
create trigger configuration_changed after insert or delete or update of active, events on webhooks
  for each row execute function configuration_changed();
create trigger configuration_changed after update of status, plan_id, due_date, grace_days, schedules, holidays, deleted_at on companies
  for each row execute function configuration_changed();
create trigger configuration_changed after update on plans for each row execute function configuration_changed();
