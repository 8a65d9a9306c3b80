-- The last move of a ticket by a person, while they may take it back.
alter table tickets add column undo jsonb;

-- Tickets that were opened from a group's contact counted as a person's.
update tickets t set is_group = true
from contacts c
where c.company_id = t.company_id and c.id = t.contact_id and c.is_group and not t.is_group;

-- A merge and its split have one pair of names.
alter table contact_merges rename column undone_at to split_at;
alter table contact_merges rename column undo to for_split;
alter index contact_merges_parted rename to contact_merges_split;
