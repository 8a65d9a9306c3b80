-- outside a transaction
-- Where the database lowers letters by the rules of a language (ICU), a capital sigma becomes another letter at the end of a word. What the index
-- holds was lowered word by word, what is compared as a whole: of "ΠΑΣ.ΟΚ" the index knew other parts than a search wants.

create or replace function contact_parts(company bigint, value text) returns text[] language sql immutable parallel safe strict as $$
  select array(select company || ':' || part from unnest(public.show_trgm(public.searchable(value))) part)
$$;
-- Messages that are there already stay in their index as they are: all of them would take long for what is so rare.
create or replace function parts_of_words(value text) returns text[] language sql immutable parallel safe strict
  as $$
    select array(select part from unnest(public.show_trgm(public.searchable(value))) part where position(' ' in part) = 0)
  $$;

-- The index of before holds the former parts until the last statement but one; it is as good as it was.
create index concurrently if not exists contacts_parts_lowered on contacts
  using gin (contact_parts(company_id, name || ' ' || number) collate "C") with (gin_pending_list_limit = 512);
analyze contacts;
drop index concurrently if exists contacts_parts;
comment on index contacts_parts_lowered is 'Parts of names and numbers, of each company by itself, for contacts_with.';
