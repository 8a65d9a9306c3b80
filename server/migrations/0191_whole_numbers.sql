set local role balcao_search;
-- All contacts that hold `wanted` in their name or number, or some of them, by the index of words. Of a long number the last digits are looked for:
-- with the first ones nearly all numbers begin. Few contacts of all companies end alike; to leave out the others' first would take longer.
create or replace function contacts_with(wanted text, at_most integer) returns table (contact_id bigint, called text, added_at timestamptz)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off
  as $$
    select c.id, c.name, c.created_at from contacts c
    where (select wanted !~ '^\d{7,}$') and c.company_id = current_company() and searchable(c.name || ' ' || c.number) like '%' || wanted || '%'
    union all
    select c.id, c.name, c.created_at from contacts c
    where (select wanted ~ '^\d{7,}$') and searchable(c.name || ' ' || c.number) like '%' || right(wanted, 7) || '%'
      and c.company_id + 0 = current_company() and lower(unaccent('unaccent'::regdictionary, c.name || ' ' || c.number)) like '%' || wanted || '%'
    limit at_most
  $$;
reset role;
