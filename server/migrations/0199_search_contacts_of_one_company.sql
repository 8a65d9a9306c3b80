-- outside a transaction
-- A search of contacts read a list of all contacts of the company beside those of the parts of a text, which are lists of all companies: what is rare
-- took longer the more contacts there were. Now the parts of each company have lists of their own, and a few of them are enough.

-- What of a contact stands in the index: all three letters that are side by side, with the beginnings and ends of words, each with the company. They
-- are of the text as it is compared: by the rules of a language (ICU) a capital sigma becomes what its neighbours say, also those that are no letters.
-- Not `searchable`, which does the same but costs several times as much.
create or replace function contact_parts(company bigint, value text) returns text[] language sql immutable parallel safe strict as $$
  select array(select company || ':' || part from unnest(public.show_trgm(lower(public.unaccent('public.unaccent'::regdictionary, value)))) part)
$$;
-- So are those of messages. What is there already stays in their index as it is: all of it would take long for what is so rare.
create or replace function parts_of_words(value text) returns text[] language sql immutable parallel safe strict as $$
  select array(
    select part from unnest(public.show_trgm(lower(public.unaccent('public.unaccent'::regdictionary, value)))) part where position(' ' in part) = 0)
$$;
-- Some of those that every contact of the company has in which `wanted` stands: whatever stands around it, a part is in each of the three. Those
-- within words come first, for many words begin alike. What six have in common is rare.
create or replace function contact_parts_wanted(company bigint, wanted text) returns text[] language sql immutable parallel safe strict as $$
  select array(
    select company || ':' || part
    from (select unnest(public.show_trgm(wanted)) intersect select unnest(public.show_trgm('a' || wanted || 'a'))
      intersect select unnest(public.show_trgm('b' || wanted || 'b'))) as common (part)
    order by position(' ' in part) > 0, part limit 6)
$$;

create index concurrently if not exists contacts_parts on contacts
  using gin (contact_parts(company_id, name || ' ' || number) collate "C") with (gin_pending_list_limit = 512);
analyze contacts;

set role balcao_search;
-- All contacts that hold `wanted` in their name or number, or some of them, by the index of parts. Of a long number the last digits are looked for:
-- with the first ones nearly all numbers begin. The company is compared afterwards, so that no list of all its contacts is read.
create or replace function contacts_with(wanted text, at_most integer) returns table (contact_id bigint, called text, added_at timestamptz)
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      parts constant text[] := contact_parts_wanted(company, regexp_replace(wanted, '^\d+(\d{7})$', '\1'));
    begin
      if cardinality(parts) > 0 then
        return query
          select c.id, c.name, c.created_at from contacts c
          where (contact_parts(c.company_id, c.name || ' ' || c.number) collate "C") @> parts and c.company_id + 0 = company
            and lower(unaccent('unaccent'::regdictionary, c.name || ' ' || c.number)) like pattern
          limit at_most;
      else
        return query
          select c.id, c.name, c.created_at from contacts c
          where c.company_id = company and lower(unaccent('unaccent'::regdictionary, c.name || ' ' || c.number)) like pattern
          limit at_most;
      end if;
    end
  $$;
reset role;

drop index concurrently if exists contacts_search;

comment on index contacts_parts is 'Parts of names and numbers, of each company by itself, for contacts_with.';
