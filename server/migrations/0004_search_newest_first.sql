-- A word that stands in every twentieth message is found a hundred thousand times among two million before the first row is read. Blocks of
-- 65,536 ids are part of the index, so the newest messages can be asked first and by themselves.
-- Every search also reads what waits to be sorted into the index, so little may wait.
drop index messages_search;
create index messages_search on messages using gin (company_id, (id >> 16), searchable(body) gin_trgm_ops)
  with (gin_pending_list_limit = 512)
  where media_type in ('conversation', 'image', 'video', 'application');

set local role balcao_search;
-- Tickets of the newest messages that hold `wanted`. Materialized, lest the planner walk back through all ids for a rare word.
create or replace function search_messages(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public
  as $$
    declare
      company bigint := current_company();
      newest bigint := coalesce((select max(m.id) >> 16 from messages m where m.company_id = company), 0);
      pattern text := '%' || wanted || '%';
      remaining integer := at_most;
      added integer;
    begin
      for block in reverse newest .. newest - 7 loop
        return query
          with matches as materialized (
            select m.id, m.ticket_id from messages m
            where m.company_id = company and m.id >> 16 = block::bigint and searchable(m.body) like pattern
              and m.media_type in ('conversation', 'image', 'video', 'application'))
          select matches.ticket_id from matches order by matches.id desc limit remaining;
        get diagnostics added = row_count;
        remaining := remaining - added;
        exit when remaining <= 0;
      end loop;
      if remaining > 0 then
        return query
          with matches as materialized (
            select m.id, m.ticket_id from messages m
            where m.company_id = company and m.id < (newest - 7) << 16 and searchable(m.body) like pattern
              and m.media_type in ('conversation', 'image', 'video', 'application'))
          select matches.ticket_id from matches order by matches.id desc limit remaining;
      end if;
    end
  $$;
reset role;
