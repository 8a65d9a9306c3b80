-- What operators decide for the whole installation; one row.
create table installation (
  id boolean primary key default true check (id),
  -- May visitors sign up companies?
  sign_up boolean not null default true,
  -- Are operators only those who have a second factor?
  operators_second_factor boolean not null default false
);
insert into installation default values;

-- Does signing in take a code besides the password? Kept in step with second_factors.
alter table users add column second_factor boolean not null default false;

-- The secret of an authenticator app. Not confirmed, it counts for nothing.
create table second_factors (
  company_id bigint not null,
  user_id bigint not null,
  -- Encrypted.
  secret bytea not null,
  confirmed boolean not null default false,
  -- The latest step of time whose code was used: none counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- Codes for whoever has lost their device; each is removed when it is used. Only hashes are stored.
create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['second_factors', 'recovery_codes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (company_id = (select current_company()) or (select on_platform()))', name);
  end loop;
end $$;
