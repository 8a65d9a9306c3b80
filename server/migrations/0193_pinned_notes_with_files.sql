-- Since when a note stands above its conversation, and its file.
alter table ticket_notes
  add column pinned_at timestamptz,
  add column media_key text,
  add column media_name text,
  add column media_mime text,
  add column media_size integer;
