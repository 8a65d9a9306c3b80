-- While the health of a number asks for it, its scheduled messages go one by one.
create table schedule_paces (
  company_id bigint not null,
  connection_id bigint not null,
  -- The next moment that no scheduled message has been given.
  next_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
alter table schedule_paces enable row level security;
alter table schedule_paces force row level security;
create policy tenant on schedule_paces using (company_id = (select current_company()) or (select on_platform()));
