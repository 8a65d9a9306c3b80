-- outside a transaction
-- A search finds the names of files and the notes of colleagues too.

create index concurrently if not exists messages_names on messages
  using gin (company_week(company_id, created_at), searchable(media_name) gin_trgm_ops)
  where media_name is not null and media_type in ('image', 'video', 'audio', 'application');
create index concurrently if not exists ticket_notes_words on ticket_notes
  using gin (company_id, searchable(note) gin_trgm_ops) where kind = 'written';
analyze messages;
analyze ticket_notes;

grant select on ticket_notes to balcao_search;
drop policy if exists search on ticket_notes;
create policy search on ticket_notes for select to balcao_search using (true);

set role balcao_search;
-- Tickets of the newest messages that hold `wanted`, in their text or the name of their file. The newest are read one by one: small companies
-- have no others. Then weeks are asked for, twice as many each time. Materialized, lest the planner walk back through all ids; ids added to
-- nothing, lest it take another index.
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
      asked bigint[];
    begin
      if company is null or wanted is null then return; end if;
      -- As `searchable` does it, which costs several times as much where no index has done it already.
      return query
        select newest.ticket_id from (
          select m.id, m.ticket_id, m.body, m.media_type, m.media_name, m.is_deleted, m.from_me or not m.is_deleted as shown
          from messages m where m.company_id = company order by m.id desc limit 4000) newest
        where (newest.shown and newest.media_type in ('conversation', 'image', 'video', 'application')
            and lower(unaccent('unaccent'::regdictionary, newest.body)) like pattern)
          or (newest.media_name is not null and not newest.is_deleted and newest.media_type in ('image', 'video', 'audio', 'application')
            and lower(unaccent('unaccent'::regdictionary, newest.media_name)) like pattern)
        order by newest.id desc limit remaining;
      get diagnostics added = row_count;
      remaining := remaining - added;
      select m.id, company_week(m.company_id, m.created_at) + 1 into oldest_read, until_week
        from messages m where m.company_id = company order by m.id desc offset 3999 limit 1;
      if not found then return; end if;
      select company_week(m.company_id, m.created_at) - 1 into first_week
        from messages m where m.company_id = company order by m.id limit 1;
      while remaining > 0 and until_week >= first_week loop
        asked := array(select generate_series(greatest(until_week - weeks + 1, first_week), until_week));
        return query
          with matches as materialized (
            select m.id, m.ticket_id from messages m
            where company_week(m.company_id, m.created_at) = any (asked)
              and m.company_id + 0 = company and m.id + 0 < oldest_read and searchable(m.body) like pattern
              and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted)
            union
            select m.id, m.ticket_id from messages m
            where company_week(m.company_id, m.created_at) = any (asked)
              and m.company_id + 0 = company and m.id + 0 < oldest_read and searchable(m.media_name) like pattern and m.media_name is not null
              and m.media_type in ('image', 'video', 'audio', 'application') and not m.is_deleted)
          select matches.ticket_id from matches order by matches.id desc limit remaining;
        get diagnostics added = row_count;
        remaining := remaining - added;
        until_week := until_week - weeks;
        weeks := weeks * 2;
      end loop;
    end
  $$;

-- Tickets with a note that holds `wanted`, the newest notes first.
create or replace function search_notes(wanted text, at_most integer) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select n.ticket_id from ticket_notes n
    where n.company_id = current_company() and n.kind = 'written' and searchable(n.note) like '%' || wanted || '%'
    order by n.id desc limit at_most
  $$;
reset role;
