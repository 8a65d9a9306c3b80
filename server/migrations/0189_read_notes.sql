-- When the people whom a note calls have read it: ISO 8601 by the id of each.
alter table ticket_notes add column read_by jsonb not null default '{}';
