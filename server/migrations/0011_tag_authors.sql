-- Who made a tag; null for tags from before this was noted.
alter table tags
  add column user_id bigint,
  add foreign key (company_id, user_id) references users (company_id, id);
create index tags_user on tags (company_id, user_id) where user_id is not null;
