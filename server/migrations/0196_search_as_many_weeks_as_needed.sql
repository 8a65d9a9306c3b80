-- Of what is neither rare nor common, up to four times the weeks were read that hold what is wanted. What is rare is looked for in all of them at once
-- after three, not six: the list of each week of a large company takes as long as all that is rare.

set local role balcao_search;
-- Tickets of the newest messages that hold `wanted`, in their text or the name of their file. The newest are read one by one, by the key: small
-- companies have no others, and in larger ones what is common is there. Then weeks are asked for, as many as seem to hold the rest, and at most
-- twice as many each time. Each has a look-up of its own: given many at once, the planner may leave them out, and read the list of a common word for
-- all companies.
create or replace function search_messages(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      parts constant text[] := parts_wanted(regexp_replace(wanted, '^\d+(\d{6})$', '\1'));
      newest integer := 1000;
      read integer;
      read_in_all integer := 0;
      oldest_read bigint := 9223372036854775807;
      newest_read bigint;
      last_read bigint;
      tickets bigint[];
      remaining integer := at_most;
      added integer;
      expected bigint;
      first_week bigint;
      until_week bigint;
      weeks integer := 1;
    begin
      if company is null or wanted is null then return; end if;
      loop
        -- Not `searchable`, which does the same but costs several times as much.
        select array_agg(n.ticket_id order by n.id desc) filter (where
              (n.shown and n.media_type in ('conversation', 'image', 'video', 'application')
                and lower(unaccent('unaccent'::regdictionary, n.body)) like pattern)
              or (n.media_name is not null and not n.is_deleted and n.media_type in ('image', 'video', 'audio', 'application')
                and lower(unaccent('unaccent'::regdictionary, n.media_name)) like pattern)),
            count(*), min(n.id), max(n.id)
          into tickets, read, oldest_read, last_read
          from (
            select m.id, m.ticket_id, m.body, m.media_type, m.media_name, m.is_deleted, m.from_me or not m.is_deleted as shown
            from messages m where m.company_id = company and m.id < oldest_read order by m.id desc limit newest) n;
        return query select unnest(tickets[:remaining]);
        remaining := remaining - coalesce(cardinality(tickets), 0);
        if read < newest or remaining <= 0 then return; end if;
        read_in_all := read_in_all + read;
        newest_read := coalesce(newest_read, last_read);
        exit when tickets is null;
        -- As many as hold the rest, if it goes on like that: up to there it takes less time than the lists of some weeks.
        expected := remaining::bigint * read_in_all / (at_most - remaining);
        exit when read_in_all >= 4000 and read_in_all + expected > 40000;
        newest := case when read_in_all < 4000 then 4000 - read_in_all else expected + expected / 16 + 500 end;
      end loop;
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
        -- What is so rare that all of it will be wanted is asked for at once, in the list of all companies: that of a week is read from end to end
        -- for a few messages. Where most messages are others', their weeks would be read too.
        if weeks >= 2 and remaining > 0 and cardinality(parts) > 0 and newest_read - oldest_read < read_in_all::bigint * 4
            and added::bigint * (until_week - first_week + 1) < remaining::bigint * weeks then
          return query
            with matches as materialized (
              select m.id, m.ticket_id from (
                select m.company_id, m.id, m.ticket_id, m.created_at from messages m
                where (parts_of_words(m.body) collate "C") @> parts
                  and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted)
                  and lower(unaccent('unaccent'::regdictionary, m.body)) like pattern
                union
                select m.company_id, m.id, m.ticket_id, m.created_at from messages m
                where searchable(m.media_name) like pattern and m.media_name is not null
                  and m.media_type in ('image', 'video', 'audio', 'application') and not m.is_deleted
                offset 0) m
              where m.company_id = company and m.id < oldest_read and company_week(m.company_id, m.created_at) <= until_week)
            select matches.ticket_id from matches order by matches.id desc limit remaining;
          return;
        end if;
        weeks := case added when 0 then weeks * 2 else greatest(1, least(weeks * 2, remaining::bigint * weeks / added)) end;
      end loop;
    end
  $$;
reset role;
