-- The order in which people want the sections of the panel beside a conversation.
create table panel_orders (
  company_id bigint not null,
  user_id bigint not null,
  sections text[] not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
alter table panel_orders enable row level security;
alter table panel_orders force row level security;
create policy tenant on panel_orders using (company_id = (select current_company()) or (select on_platform()));
