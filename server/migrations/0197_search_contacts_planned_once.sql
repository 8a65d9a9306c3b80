-- To plan the search of contacts took as long as the search: it was planned for each text, with the statistics of all of them. Any text is looked for
-- by the same indexes.

set local role balcao_search;
-- All contacts that hold `wanted` in their name or number, or some of them, by the index of words. Of a long number the last digits are looked for
-- among all companies: with the first ones nearly all numbers begin, and few companies have one that ends alike.
create or replace function contacts_with(wanted text, at_most integer) returns table (contact_id bigint, called text, added_at timestamptz)
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan
  as $$
    begin
      if wanted ~ '^\d{7,}$' then
        return query
          select c.id, c.name, c.created_at from contacts c
          where searchable(c.name || ' ' || c.number) like '%' || right(wanted, 7) || '%' and c.company_id + 0 = current_company()
            and lower(unaccent('unaccent'::regdictionary, c.name || ' ' || c.number)) like '%' || wanted || '%'
          limit at_most;
      else
        return query
          select c.id, c.name, c.created_at from contacts c
          where c.company_id = current_company() and searchable(c.name || ' ' || c.number) like '%' || wanted || '%'
          limit at_most;
      end if;
    end
  $$;
reset role;
