-- What is written for later or to many may be a template, for those whose window is shut: {"name", "language", "variables"}.
alter table campaigns add column template jsonb;
alter table scheduled_messages
  add column template jsonb,
  add column file_list_id bigint,
  -- Until when the health of the number holds it back, and when a person overruled that.
  add column held_until timestamptz,
  add column overruled_at timestamptz,
  add foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete set null (file_list_id);
create index scheduled_messages_file_list on scheduled_messages (company_id, file_list_id) where file_list_id is not null;
-- Those that wait for the health of their number.
create index scheduled_messages_held on scheduled_messages (company_id, id) where held_until is not null;
