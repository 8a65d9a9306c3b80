-- outside a transaction
-- The weeks of a company are part of the index, so its newest messages can be asked for by themselves, however many companies write in
-- between. See docs/decisions/0035-search-by-the-weeks-of-a-company.md.

-- A week of a company as one number: an index of this kind finds one number at once, and passes through long lists for two.
create or replace function company_week(company_id bigint, at timestamptz) returns bigint
  language sql immutable parallel safe strict
  as $$ select company_id * 65536 + ((at at time zone 'UTC')::date - date '1970-01-01') / 7 $$;

create index concurrently if not exists messages_words on messages
  using gin (company_week(company_id, created_at), searchable(body) gin_trgm_ops) with (gin_pending_list_limit = 512)
  where media_type in ('conversation', 'image', 'video', 'application');
analyze messages;

set role balcao_search;
-- Tickets of the newest messages that hold `wanted`. The newest are read one by one: small companies have no others. Then weeks are asked
-- for, twice as many each time. Materialized, lest the planner walk back through all ids; ids added to nothing, lest it take another index.
create or replace function search_messages(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      remaining integer := at_most;
      added integer;
      oldest_read bigint;
      first_week bigint;
      until_week bigint;
      weeks integer := 2;
    begin
      if company is null or wanted is null then return; end if;
      -- As `searchable` does it, which costs several times as much where no index has done it already.
      return query
        select newest.ticket_id from (
          select m.id, m.ticket_id, m.body, m.media_type, m.from_me or not m.is_deleted as shown from messages m where m.company_id = company order by m.id desc limit 4000) newest
        where newest.shown and newest.media_type in ('conversation', 'image', 'video', 'application')
          and lower(unaccent('unaccent'::regdictionary, newest.body)) like pattern
        order by newest.id desc limit remaining;
      get diagnostics added = row_count;
      remaining := remaining - added;
      select m.id, company_week(m.company_id, m.created_at) + 1 into oldest_read, until_week
        from messages m where m.company_id = company order by m.id desc offset 3999 limit 1;
      if not found then return; end if;
      select company_week(m.company_id, m.created_at) - 1 into first_week
        from messages m where m.company_id = company order by m.id limit 1;
      while remaining > 0 and until_week >= first_week loop
        return query
          with matches as materialized (
            select m.id, m.ticket_id from messages m
            where company_week(m.company_id, m.created_at) = any (array(select generate_series(greatest(until_week - weeks + 1, first_week), until_week)))
              and m.company_id + 0 = company and m.id + 0 < oldest_read and searchable(m.body) like pattern
              and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted))
          select matches.ticket_id from matches order by matches.id desc limit remaining;
        get diagnostics added = row_count;
        remaining := remaining - added;
        until_week := until_week - weeks;
        weeks := weeks * 2;
      end loop;
    end
  $$;
reset role;

drop index concurrently if exists messages_search;
