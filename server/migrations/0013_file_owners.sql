-- Is a file still named by a message, or a contact's picture? Asked before a stored file is deleted.
create index messages_media on messages (company_id, media_key) where media_key is not null;
create index messages_thumb on messages (company_id, thumb_key) where thumb_key is not null;
create index messages_playable on messages (company_id, playable_key) where playable_key is not null;
create index messages_pending on messages (company_id) where media_state = 'pending';
create index contacts_picture on contacts (company_id, picture_key) where picture_key is not null;

-- The contact that has the number of a refused row already, if that is the reason, and the row's custom fields.
alter table import_errors
  add column contact_id bigint,
  add column fields jsonb not null default '[]';
-- Columns that become custom fields.
update imports set mapping = mapping || '{"fields": []}';
