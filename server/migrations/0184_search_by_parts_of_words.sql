-- outside a transaction
-- What a message enters into the index of words was more than half of all that it writes, and two fifths of that were beginnings and ends of
-- words. A search looks for parts of words, which need neither.

-- What of a text stands in the index of messages: all three letters that are side by side in a word.
create or replace function parts_of_words(value text) returns text[] language sql immutable parallel safe strict
  as $$
    select array(select part from unnest(public.show_trgm(public.unaccent('public.unaccent'::regdictionary, value))) part where position(' ' in part) = 0)
  $$;
-- Those that every text has in which `wanted` stands. Between letters it neither begins nor ends a word.
create or replace function parts_wanted(wanted text) returns text[] language sql immutable parallel safe strict
  as $$
    select array(
      select part from unnest(public.show_trgm(wanted)) part where position(' ' in part) = 0
      intersect select unnest(public.show_trgm('a' || wanted || 'a')))
  $$;

create index concurrently if not exists messages_parts on messages
  using gin (company_week(company_id, created_at), parts_of_words(body) collate "C") with (gin_pending_list_limit = 512)
  where media_type in ('conversation', 'image', 'video', 'application');
analyze messages;

set role balcao_search;
-- Tickets of the newest messages that hold `wanted`, in their text or the name of their file. The newest are read one by one, by the key: small
-- companies have no others. Then weeks are asked for, twice as many each time. Each has a look-up of its own: given many at once, the planner may
-- leave them out, and read the list of a common word for all companies.
create or replace function search_messages(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      parts constant text[] := parts_wanted(wanted);
      newest constant integer := 4000;
      read integer;
      oldest_read bigint;
      tickets bigint[];
      remaining integer;
      added integer;
      first_week bigint;
      until_week bigint;
      weeks integer := 2;
    begin
      if company is null or wanted is null then return; end if;
      -- Not `searchable`, which does the same but costs several times as much.
      select array_agg(n.ticket_id order by n.id desc) filter (where
            (n.shown and n.media_type in ('conversation', 'image', 'video', 'application')
              and lower(unaccent('unaccent'::regdictionary, n.body)) like pattern)
            or (n.media_name is not null and not n.is_deleted and n.media_type in ('image', 'video', 'audio', 'application')
              and lower(unaccent('unaccent'::regdictionary, n.media_name)) like pattern)),
          count(*), min(n.id)
        into tickets, read, oldest_read
        from (
          select m.id, m.ticket_id, m.body, m.media_type, m.media_name, m.is_deleted, m.from_me or not m.is_deleted as shown
          from messages m where m.company_id = company order by m.id desc limit newest) n;
      return query select unnest(tickets[:at_most]);
      remaining := at_most - coalesce(cardinality(tickets), 0);
      if read < newest then return; end if;
      select company_week(m.company_id, m.created_at) + 1 into until_week
        from messages m where m.company_id = company and m.id = oldest_read;
      select company_week(m.company_id, m.created_at) - 1 into first_week
        from messages m where m.company_id = company order by m.id limit 1;
      while remaining > 0 and until_week >= first_week loop
        return query
          with matches as materialized (
            select m.id, m.ticket_id
            from generate_series(greatest(until_week - weeks + 1, first_week), until_week) as asked (week), lateral (
              select m.company_id, m.id, m.ticket_id from messages m
              where company_week(m.company_id, m.created_at) = asked.week and (parts_of_words(m.body) collate "C") @> parts
                and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted)
                and lower(unaccent('unaccent'::regdictionary, m.body)) like pattern
              union
              select m.company_id, m.id, m.ticket_id from messages m
              where company_week(m.company_id, m.created_at) = asked.week and searchable(m.media_name) like pattern and m.media_name is not null
                and m.media_type in ('image', 'video', 'audio', 'application') and not m.is_deleted
              offset 0) m
            where m.company_id = company and m.id < oldest_read)
          select matches.ticket_id from matches order by matches.id desc limit remaining;
        get diagnostics added = row_count;
        remaining := remaining - added;
        until_week := until_week - weeks;
        weeks := weeks * 2;
      end loop;
    end
  $$;
-- A company is found by the index of words, however many rows the statistics believe it has.
alter function search_contacts(text, integer) set enable_seqscan = off;
alter function search_contacts(text, integer) set enable_indexscan = off;
alter function search_notes(text, integer) set enable_seqscan = off;
alter function search_notes(text, integer) set enable_indexscan = off;
reset role;

drop index concurrently if exists messages_words;

comment on index messages_parts is 'The words of a company''s week, for search_messages. Each key costs each message 16 bytes of the log, so the ends of words are none.';
comment on index messages_names is 'The names of files of a company''s week, for search_messages.';
comment on index messages_connection_time is 'What a number sent and received in a time: its health, and from where a history goes on.';
