-- What operators keep of a company: whom its invoices are for, how long it may look after its subscription has ended, and what it uses.
alter table companies
  add column billing_name text,
  add column billing_document text,
  add column address_zip_code text,
  add column address_street text,
  add column address_district text,
  add column address_city text,
  add column address_state text check (char_length(address_state) <= 40),
  add column address_country text not null default 'BR' check (address_country in ('BR', 'usa')),
  add column grace_days smallint not null default 3 check (grace_days between 0 and 90),
  add column deleted_at timestamptz;
create index companies_due on companies (due_date) where deleted_at is null;

-- An operator inside a company that is not theirs, as one of its admins.
alter table sessions
  add column operator_id bigint,
  add column operator_name text,
  add column operator_session uuid,
  add constraint sessions_operator check ((operator_id is null) = (operator_session is null) and (operator_id is null) = (operator_name is null));

-- What a company uses, counted anew piece by piece: `counted_to` is how far the count that runs has come, null while none does.
create table usage_meters (
  company_id bigint not null references companies (id) on delete cascade,
  messages bigint not null default 0,
  month_messages bigint not null default 0,
  storage_bytes bigint not null default 0,
  measured_at timestamptz,
  counted_to bigint,
  counting_messages bigint not null default 0,
  counting_month bigint not null default 0,
  counting_bytes bigint not null default 0,
  counting_since timestamptz,
  primary key (company_id)
);
alter table usage_meters enable row level security;
alter table usage_meters force row level security;
create policy tenant on usage_meters using (company_id = (select current_company()) or (select on_platform()));
