-- The rows of a sheet that an import has not taken in yet, so that each of its steps is short and the sheet is read only once.
create table import_rows (
  company_id bigint not null,
  import_id bigint not null,
  -- As the sheet numbers it.
  row integer not null,
  name text not null,
  number text not null,
  email text not null,
  -- Custom fields: [{"name", "value"}].
  fields jsonb not null,
  -- Why it will not be added; null if it can be.
  refusal text,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy tenant on import_rows using (company_id = (select current_company()) or (select on_platform()));

-- All rows of the sheet that were not processed when it was read are in import_rows, or have been.
alter table imports add column sheet_read boolean not null default false;
