-- Files that go to many people are uploaded once: by which id the provider knows them, until it forgets them.
create table media_uploads (
  company_id bigint not null references companies (id) on delete cascade,
  connection_id bigint not null,
  media_key text not null,
  provider_id text not null,
  forgotten_at timestamptz not null,
  primary key (company_id, connection_id, media_key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
alter table media_uploads enable row level security;
alter table media_uploads force row level security;
create policy tenant on media_uploads using (company_id = (select current_company()) or (select on_platform()));
comment on table media_uploads is 'Files that the provider keeps. The key owns no file: rows that outlive it say nothing, and go when the provider has forgotten them.';
