-- The keys that people chose for commands.
create table shortcut_choices (
  company_id bigint not null,
  user_id bigint not null,
  used boolean not null default true,
  -- The command, and its keys; null: none.
  keys jsonb not null default '{}',
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
alter table shortcut_choices enable row level security;
alter table shortcut_choices force row level security;
create policy tenant on shortcut_choices using (company_id = (select current_company()) or (select on_platform()));
