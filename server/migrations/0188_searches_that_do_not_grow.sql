-- A search took longer the more contacts and messages a company has: what is in many of them was gathered and sorted to show the first, and what
-- is in few was looked for week by week.

comment on index message_outbox_chat is 'The first message of each chat of a connection (claimOutbox, nextDue); what is let go because a contact writes (releasing, releasingAll).';

set local role balcao_search;
-- In how many of a company's newest 256 contacts `wanted` is. What is in many of all is found soonest by reading them, what is in few by the index.
create function common_in_contacts(wanted text) returns integer
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    select count(*)::integer from (select c.name, c.number from contacts c where c.company_id = current_company() order by c.id desc limit 256) newest
    where lower(unaccent('unaccent'::regdictionary, newest.name || ' ' || newest.number)) like '%' || wanted || '%'
  $$;

-- All contacts that hold `wanted` in their name or number, or some of them, by the index of words. Of a long number the last digits are looked for:
-- with the first ones nearly all numbers begin.
create function contacts_with(wanted text, at_most integer) returns table (contact_id bigint, called text, added_at timestamptz)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off
  as $$
    select c.id, c.name, c.created_at from contacts c
    where c.company_id = current_company()
      and searchable(c.name || ' ' || c.number) like '%' || regexp_replace(wanted, '^\d+(\d{6})$', '\1') || '%'
      and ((select wanted !~ '^\d{7,}$') or lower(unaccent('unaccent'::regdictionary, c.name || ' ' || c.number)) like '%' || wanted || '%')
    limit at_most
  $$;

-- Contacts that hold `wanted`. Where there are more than are wanted, any of them.
create or replace function search_contacts(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      common integer;
      ids bigint[];
    begin
      if company is null or wanted is null then return; end if;
      common := common_in_contacts(wanted);
      if common > 0 and at_most * 256::bigint / common <= 3000 then
        ids := array(
          select newest.id from (select c.id, c.name, c.number from contacts c where c.company_id = company order by c.id desc limit 6000) newest
          where lower(unaccent('unaccent'::regdictionary, newest.name || ' ' || newest.number)) like pattern limit at_most);
        if cardinality(ids) = at_most then return query select unnest(ids); return; end if;
      end if;
      return query select contact_id from contacts_with(wanted, at_most);
    end
  $$;

-- The first contacts by name that hold `wanted` and were added in a time. What is common is looked for from the beginning of the alphabet, unless it
-- turns out to be rare there.
create function search_contacts_by_name(wanted text, at_most integer, added_from timestamptz default null, added_before timestamptz default null) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      common integer;
      expected bigint;
      ids bigint[];
    begin
      if company is null or wanted is null then return; end if;
      if added_from is null and added_before is null then
        common := common_in_contacts(wanted);
        expected := at_most * 256::bigint / greatest(common, 1);
        if common >= 4 and expected <= 20000 then
          ids := array(
            select first.id from (
              select c.id, c.name, c.number from contacts c where c.company_id = company order by c.name collate portuguese, c.id limit expected * 3 + 3000) first
            where lower(unaccent('unaccent'::regdictionary, first.name || ' ' || first.number)) like pattern limit at_most);
          if cardinality(ids) = at_most then return query select unnest(ids); return; end if;
        end if;
      end if;
      return query
        select contact_id from contacts_with(wanted, null)
        where added_at >= coalesce(added_from, '-infinity') and added_at < coalesce(added_before, 'infinity')
        order by called collate portuguese, contact_id limit at_most;
    end
  $$;
-- Tickets of the newest messages that hold `wanted`, in their text or the name of their file. The newest are read one by one, by the key: small
-- companies have no others. Then weeks are asked for, twice as many each time. Each has a look-up of its own: given many at once, the planner may
-- leave them out, and read the list of a common word for all companies.
create or replace function search_messages(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
  as $$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      parts constant text[] := parts_wanted(regexp_replace(wanted, '^\d+(\d{6})$', '\1'));
      newest constant integer := 4000;
      read integer;
      oldest_read bigint;
      newest_read bigint;
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
          count(*), min(n.id), max(n.id)
        into tickets, read, oldest_read, newest_read
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
        -- What is so rare that all of it will be wanted is asked for at once, in the list of all companies: that of a week is read from end to end
        -- for a few messages. Where most messages are others', their weeks would be read too.
        if weeks >= 4 and remaining > 0 and cardinality(parts) > 0 and newest_read - oldest_read < newest * 4
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
        weeks := weeks * 2;
      end loop;
    end
  $$;
reset role;
