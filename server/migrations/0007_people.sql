-- Who is who: contacts that the channel proves to be one person, and numbers that are still hidden.

alter table contact_merges
  -- The addresses of the one event that proved it; null where a person decided.
  add column proof jsonb;
-- Pairs that a person parted again, which nothing but a person joins once more.
create index contact_merges_parted on contact_merges (company_id, other_id) where undone_at is not null;

-- Known by a hidden number only, until the channel tells the number.
create index contacts_hidden on contacts (company_id, id) where number = '' and not is_group;

-- The product writes notes too, as nobody.
alter table ticket_notes alter column user_id drop not null;
