-- What the migrations make, for reading. Written by npm run db:dump.

create extension btree_gin;
create extension pg_trgm;
create extension unaccent;

create collation portuguese (provider = icu, locale = 'pt-BR');

CREATE OR REPLACE FUNCTION public.common_in_contacts(wanted text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
    select count(*)::integer from (select c.search_key from contacts c where c.company_id = current_company() order by c.id desc limit 256) newest
    where newest.search_key like '%' || wanted || '%'
  $function$;
alter function common_in_contacts(text) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.company_week(company_id bigint, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select company_id * 65536 + ((at at time zone 'UTC')::date - date '1970-01-01') / 7 $function$;

CREATE OR REPLACE FUNCTION public.configuration_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  begin
    insert into configuration_revisions as held (company_id, revision)
      select c.id, gen_random_uuid() from companies c
      where case tg_table_name
        when 'plans' then c.plan_id = (changed ->> 'id')::bigint
        when 'companies' then c.id = (changed ->> 'id')::bigint
        else c.id = (changed ->> 'company_id')::bigint end
      order by c.id
    on conflict (company_id) do update set revision = excluded.revision;
    return null;
  end
$function$;

CREATE OR REPLACE FUNCTION public.contact_parts(company bigint, value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select company || ':' || part from unnest(public.show_trgm(lower(public.unaccent('public.unaccent'::regdictionary, value)))) part)
$function$;

CREATE OR REPLACE FUNCTION public.contact_parts_wanted(company bigint, wanted text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(
    select company || ':' || part
    from (select unnest(public.show_trgm(wanted)) intersect select unnest(public.show_trgm('a' || wanted || 'a'))
      intersect select unnest(public.show_trgm('b' || wanted || 'b'))) as common (part)
    order by position(' ' in part) > 0, part limit 6)
$function$;

CREATE OR REPLACE FUNCTION public.contacts_behind(company bigint, kinds text[], identity_values text[])
 RETURNS TABLE(id bigint, name text, number text, named boolean, is_group boolean, identities json)
 LANGUAGE plpgsql
 STABLE ROWS 4
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  #variable_conflict use_column
  begin
    return query
      select c.id, c.name, c.number, c.named, c.is_group, (
        select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.created_at desc)
        from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id)
      from contacts c
      where c.company_id = company and c.id = any(array(
        select (
          select i.contact_id from contact_identities i
          where i.company_id = company and i.kind = wanted.kind and i.scope = '' and i.value = wanted.value)
        from unnest(kinds, identity_values) as wanted (kind, value)));
  end
$function$;

CREATE OR REPLACE FUNCTION public.contacts_with(wanted text, at_most integer)
 RETURNS TABLE(contact_id bigint, called text, added_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
    declare
      company constant bigint := current_company();
      pattern constant text := '%' || wanted || '%';
      parts constant text[] := contact_parts_wanted(company, regexp_replace(wanted, '^\d+(\d{7})$', '\1'));
    begin
      if cardinality(parts) > 0 then
        return query
          select c.id, c.name, c.created_at from contacts c
          where (contact_parts(c.company_id, c.name || ' ' || c.number) collate "C") @> parts and c.company_id + 0 = company
            and c.search_key like pattern
          limit at_most;
      else
        return query
          select c.id, c.name, c.created_at from contacts c where c.company_id = company and c.search_key like pattern limit at_most;
      end if;
    end
  $function$;
alter function contacts_with(text,integer) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.company_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.enqueue_job(new_task text, new_payload json, new_queue text, new_run_at timestamp with time zone, new_max_attempts integer, new_key text, new_priority integer, new_flags text[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  added bigint;
begin
  insert into graphile_worker._private_tasks (identifier)
    select new_task where not exists (select from graphile_worker._private_tasks where identifier = new_task)
    on conflict do nothing;
  insert into graphile_worker._private_job_queues (queue_name)
    select new_queue where new_queue is not null and not exists (select from graphile_worker._private_job_queues where queue_name = new_queue)
    on conflict do nothing;
  loop
    -- The job with this key runs already, or has failed for good and still tells why: it keeps its place without the key, and another one is added.
    update graphile_worker._private_jobs set key = null, attempts = max_attempts, updated_at = now(),
        last_error = case when locked_at is null then last_error else 'superseded' end
      where key = new_key and is_available is not true;
    -- One that was begun before and runs no more may yet run in a process that was thought dead, which at its end removes it by its id.
    delete from graphile_worker._private_jobs where key = new_key and locked_at is null and attempts > 0 and attempts < max_attempts;
    insert into graphile_worker._private_jobs as jobs (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
      select q.id, t.id, new_payload, coalesce(new_run_at, now()), new_max_attempts, new_key, new_priority,
        (select jsonb_object_agg(flag, true) from unnest(new_flags) flag)
      from graphile_worker._private_tasks t left join graphile_worker._private_job_queues q on q.queue_name = new_queue
      where t.identifier = new_task
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload, run_at = excluded.run_at,
      max_attempts = excluded.max_attempts, priority = excluded.priority, flags = excluded.flags, revision = jobs.revision + 1,
      attempts = 0, last_error = null, updated_at = now()
      where jobs.locked_at is null
    returning jobs.id into added;
    -- Nothing is added if a worker takes the job with this key at the same moment; the next round sees it running.
    exit when added is not null;
  end loop;
  return added;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_external_ids()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from message_external_ids e using gone g
  where e.company_id = g.company_id and e.connection_id = g.connection_id and e.external_id = g.sent_as and e.message_id = g.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_identities(company bigint, lock_names text[], kinds text[], identity_values text[], wanted text)
 RETURNS TABLE(contacts json, number_holder bigint)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended(l.name, 0)) from unnest(lock_names) with ordinality as l (name, place) order by place;
    return query select
      (select coalesce(json_agg(row_to_json(b)), '[]') from contacts_behind(company, kinds, identity_values) b),
      (select c.id from contacts c where c.company_id = company and c.number = wanted and c.number <> '' limit 1);
  end
$function$;

CREATE OR REPLACE FUNCTION public.hold_message(company bigint, wanted bigint)
 RETURNS TABLE(message messages, waiting message_outbox)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    of_ticket bigint;
  begin
    loop
      select m.ticket_id into of_ticket from messages m where m.company_id = company and m.id = wanted;
      exit when not found;
      perform from tickets t where t.company_id = company and t.id = of_ticket for no key update;
      select m.* into message from messages m where m.company_id = company and m.id = wanted for no key update;
      exit when not found;
      -- A placeholder that becomes readable may move to a newer ticket.
      continue when message.ticket_id <> of_ticket;
      if message.state = 'queued' then
        select o.* into waiting from message_outbox o where o.company_id = company and o.message_id = wanted for update;
      end if;
      return next;
      exit;
    end loop;
  end
$function$;

CREATE OR REPLACE FUNCTION public.inbound_key(connection bigint, key text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select substr(encode(sha256(convert_to(connection || ':' || key, 'UTF8')), 'hex'), 1, 32)::uuid $function$;

CREATE OR REPLACE FUNCTION public.keep_contact_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.name_key := lower(new.name);
    new.number_tail := case when length(new.number) >= 8 then right(new.number, 8) end;
    new.search_key := public.searchable(new.name || ' ' || new.number);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.keep_email_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.email_key := lower(new.email);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.keep_name_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.name_key := lower(new.name);
    return new;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_inbound(company bigint, connection bigint, key text, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    declare
      wanted uuid := inbound_key(connection, key);
    begin
      perform pg_advisory_xact_lock(uuid_hash_extended(wanted, company));
      insert into inbound_keys (company_id, key, received_on)
        select company, wanted, today
        where not exists (select from inbound_keys k where k.company_id = company and k.key = wanted);
      return found;
    end
  $function$;

CREATE OR REPLACE FUNCTION public.note_late_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'INSERT' then
      perform public.note_late_change(new.company_id, 'queued', null, new.queued_at);
      perform public.note_late_change(new.company_id, 'finished', null, new.finished_at);
    -- Not while the company itself is deleted.
    elsif tg_op = 'DELETE' and exists (select from public.companies where id = old.company_id) then
      perform public.note_late_change(old.company_id, 'queued', old.queued_at, null);
      perform public.note_late_change(old.company_id, 'finished', old.finished_at, null);
    elsif tg_op = 'UPDATE' and tg_argv[0] = 'queued' then
      perform public.note_late_change(new.company_id, 'queued', old.queued_at, new.queued_at);
    elsif tg_op = 'UPDATE' then
      perform public.note_late_change(new.company_id, 'finished', old.finished_at, new.finished_at);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_late_change(company bigint, of_kind text, was timestamp with time zone, becomes timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    if was < now() - interval '30 minutes' then
      insert into public.late_changes (company_id, kind, at) values (company, of_kind, was);
    end if;
    if becomes < now() - interval '30 minutes' and becomes is distinct from was then
      insert into public.late_changes (company_id, kind, at) values (company, of_kind, becomes);
    end if;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_late_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'INSERT' then
      perform public.note_late_change(new.company_id, 'added', null, new.created_at);
    elsif tg_op = 'UPDATE' then
      perform public.note_late_change(new.company_id, 'added', old.created_at, new.created_at);
    elsif exists (select from public.companies where id = old.company_id) then
      perform public.note_late_change(old.company_id, 'added', old.created_at, null);
    end if;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.on_platform()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(current_setting('app.platform', true), '') = 'on' $function$;

CREATE OR REPLACE FUNCTION public.open_chat(company bigint, connection bigint, contact bigint, known_as text, ours boolean)
 RETURNS TABLE(campaign_at timestamp with time zone, known_id bigint, known_contact_id bigint, latest tickets)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended(format('chat:%s:%s:%s', company, connection, contact), 0));
    return query
      select c.campaign_at, k.id, k.contact_id, l.latest
      from contacts c
      left join lateral (
        select m.id, m.contact_id from (
          select f.id from messages f where f.company_id = company and f.connection_id = connection and f.external_id = known_as
          union all
          select e.message_id from message_external_ids e
          where e.company_id = company and e.connection_id = connection and e.external_id = known_as
        ) found join messages m on m.company_id = company and m.id = found.id
        where m.from_me = ours limit 1
      ) k on true
      left join lateral (
        select t as latest from tickets t
        where t.company_id = company and t.contact_id = contact and t.connection_id = connection and k.id is null
        order by (t.status <> 'closed') desc, t.id desc limit 1 for no key update
      ) l on true
      where c.company_id = company and c.id = contact;
  end
$function$;

CREATE OR REPLACE FUNCTION public.open_chats(company bigint, today date, connections bigint[], contacts bigint[], keys text[], known_as text[])
 RETURNS TABLE(place integer, is_new boolean, campaign_at timestamp with time zone, latest tickets)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    for i in 1 .. coalesce(array_length(keys, 1), 0) loop
      place := i;
      continue when not pg_try_advisory_xact_lock(hashtextextended(format('chat:%s:%s:%s', company, connections[i], contacts[i]), 0));
      select c.campaign_at into campaign_at from contacts c where c.company_id = company and c.id = contacts[i] and c.blocked_at is null;
      continue when not found;
      perform from messages m
        where m.company_id = company and m.connection_id = connections[i] and m.external_id = known_as[i] and not m.from_me;
      continue when found;
      select t.* into latest from tickets t
        where t.company_id = company and t.contact_id = contacts[i] and t.connection_id = connections[i] and t.status <> 'closed'
        order by t.id desc limit 1 for no key update skip locked;
      continue when not found;
      is_new := try_note_inbound(company, connections[i], keys[i], today);
      continue when is_new is null;
      return next;
    end loop;
  end
$function$;

CREATE OR REPLACE FUNCTION public.parts_of_words(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(
    select part from unnest(public.show_trgm(lower(public.unaccent('public.unaccent'::regdictionary, value)))) part where position(' ' in part) = 0)
$function$;

CREATE OR REPLACE FUNCTION public.parts_wanted(wanted text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select array(
      select part from unnest(public.show_trgm(wanted)) part where position(' ' in part) = 0
      intersect select unnest(public.show_trgm('a' || wanted || 'a')))
  $function$;

CREATE OR REPLACE FUNCTION public.place_closed_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin new.closed_updated_at := case when new.status = 'closed' then new.updated_at end; return new; end $function$;

CREATE OR REPLACE FUNCTION public.search_contacts(wanted text, at_most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
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
          select newest.id from (select c.id, c.search_key from contacts c where c.company_id = company order by c.id desc limit 6000) newest
          where newest.search_key like pattern limit at_most);
        if cardinality(ids) = at_most then return query select unnest(ids); return; end if;
      end if;
      return query select contact_id from contacts_with(wanted, at_most);
    end
  $function$;
alter function search_contacts(text,integer) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.search_contacts_by_name(wanted text, at_most integer, added_from timestamp with time zone DEFAULT NULL::timestamp with time zone, added_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
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
              select c.id, c.search_key from contacts c where c.company_id = company order by c.name collate portuguese, c.id limit expected * 3 + 3000) first
            where first.search_key like pattern limit at_most);
          if cardinality(ids) = at_most then return query select unnest(ids); return; end if;
        end if;
      end if;
      return query
        select contact_id from contacts_with(wanted, null)
        where added_at >= coalesce(added_from, '-infinity') and added_at < coalesce(added_before, 'infinity')
        order by called collate portuguese, contact_id limit at_most;
    end
  $function$;
alter function search_contacts_by_name(text,integer,timestamp with time zone,timestamp with time zone) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.search_messages(wanted text, at_most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
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
  $function$;
alter function search_messages(text,integer) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.search_notes(wanted text, at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
    select n.ticket_id from ticket_notes n
    where n.company_id = current_company() and n.kind = 'written' and searchable(n.note) like '%' || wanted || '%'
    order by n.id desc limit at_most
  $function$;
alter function search_notes(text,integer) owner to balcao_search;

CREATE OR REPLACE FUNCTION public.searchable(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $function$;

CREATE OR REPLACE FUNCTION public.settle_sent(company bigint, at timestamp with time zone, wanted bigint[], known_as text[])
 RETURNS TABLE(place integer, message messages, ticket tickets)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    of_ticket bigint;
    placed_at timestamptz;
  begin
    for i in 1 .. coalesce(array_length(wanted, 1), 0) loop
      place := i;
      select m.ticket_id into of_ticket from messages m where m.company_id = company and m.id = wanted[i];
      continue when not found;
      select t.* into ticket from tickets t where t.company_id = company and t.id = of_ticket for no key update skip locked;
      continue when not found;
      perform from messages m
        where m.company_id = company and m.id = wanted[i] and m.ticket_id = of_ticket and m.state = 'queued'
          and m.external_id is null and m.sent_as is null
        for no key update skip locked;
      continue when not found;
      select o.updated_at into placed_at from message_outbox o
        where o.company_id = company and o.message_id = wanted[i] and o.state = 'sending' for update skip locked;
      continue when not found;
      delete from message_outbox o where o.company_id = company and o.message_id = wanted[i];
      insert into message_external_ids (company_id, connection_id, external_id, message_id)
        select m.company_id, m.connection_id, known_as[i], m.id from messages m where m.company_id = company and m.id = wanted[i]
        on conflict do nothing;
      update messages m set state = 'sent', ack = 1, fail_reason = null, sent_as = known_as[i], updated_at = greatest(at, placed_at)
        where m.company_id = company and m.id = wanted[i] returning m.* into message;
      if ticket.last_message_id = wanted[i] then
        update tickets t set last_message_ack = 1, last_message_failed = false, revision = t.revision + 1
          where t.company_id = company and t.id = of_ticket returning t.* into ticket;
      end if;
      return next;
    end loop;
  end
$function$;

CREATE OR REPLACE FUNCTION public.take_ticks(company bigint, today date, at timestamp with time zone, connections bigint[], keys text[], known_as text[], states text[], acks integer[])
 RETURNS TABLE(place integer, message messages, ticket tickets)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    wanted bigint;
    of_ticket bigint;
    is_new boolean;
  begin
    for i in 1 .. coalesce(array_length(keys, 1), 0) loop
      place := i;
      message := null;
      ticket := null;
      select e.message_id into wanted from message_external_ids e
        where e.company_id = company and e.connection_id = connections[i] and e.external_id = known_as[i];
      if not found then
        select m.id into wanted from messages m
          where m.company_id = company and m.connection_id = connections[i] and m.external_id = known_as[i] and m.from_me;
        continue when not found;
      end if;
      select m.ticket_id into of_ticket from messages m where m.company_id = company and m.id = wanted;
      select t.* into ticket from tickets t where t.company_id = company and t.id = of_ticket for no key update skip locked;
      continue when not found;
      select m.* into message from messages m
        where m.company_id = company and m.id = wanted and m.ticket_id = of_ticket and m.from_me
          and m.state in ('sent', 'delivered', 'read') and m.ack > 0 and m.fail_reason is null and not m.is_edited
        for no key update skip locked;
      continue when not found;
      is_new := try_note_inbound(company, connections[i], keys[i], today);
      continue when is_new is null;
      if is_new and acks[i] > message.ack then
        update messages m set state = states[i], ack = acks[i], updated_at = at where m.company_id = company and m.id = wanted
          returning m.* into message;
        if ticket.last_message_id = wanted then
          update tickets t set last_message_ack = acks[i], last_message_failed = false, revision = t.revision + 1
            where t.company_id = company and t.id = of_ticket returning t.* into ticket;
        end if;
      else
        message := null;
        ticket := null;
      end if;
      return next;
    end loop;
  end
$function$;

CREATE OR REPLACE FUNCTION public.try_note_inbound(company bigint, connection bigint, key text, today date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  declare
    wanted uuid := inbound_key(connection, key);
  begin
    if not pg_try_advisory_xact_lock(uuid_hash_extended(wanted, company)) then
      return null;
    end if;
    insert into inbound_keys (company_id, key, received_on)
      select company, wanted, today
      where not exists (select from inbound_keys k where k.company_id = company and k.key = wanted);
    return found;
  end
$function$;

CREATE OR REPLACE FUNCTION public.updated_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.updated_at := old.updated_at + interval '1 millisecond';
    return new;
  end
$function$;

create table announcement_reads (
  company_id bigint not null,
  user_id bigint not null,
  announcement_id bigint not null,
  read_at timestamp with time zone not null default now(),
  constraint announcement_reads_pkey PRIMARY KEY (company_id, user_id, announcement_id),
  constraint announcement_reads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint announcement_reads_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX announcement_reads_announcement ON announcement_reads USING btree (announcement_id);
alter table announcement_reads enable row level security;
alter table announcement_reads force row level security;
create policy tenant on announcement_reads using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table announcements (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  text text not null,
  priority smallint not null default 3,
  active boolean not null default true,
  media_key text,
  media_name text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint announcements_pkey PRIMARY KEY (company_id, id),
  constraint announcements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint announcements_priority_check CHECK (((priority >= 1) AND (priority <= 3)))
);
CREATE INDEX announcements_id ON announcements USING btree (id);
CREATE INDEX announcements_newest ON announcements USING btree (created_at DESC, id DESC);
alter table announcements enable row level security;
alter table announcements force row level security;
create policy tenant on announcements using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON announcements FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table api_keys (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  key_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  created_by bigint,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (company_id, id),
  constraint api_keys_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES users(company_id, id),
  constraint api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_created_by ON api_keys USING btree (company_id, created_by) WHERE (created_by IS NOT NULL);
CREATE UNIQUE INDEX api_keys_hash ON api_keys USING btree (key_hash);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy tenant on api_keys using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON api_keys FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table assistant_usage (
  company_id bigint not null,
  month date not null,
  calls bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  constraint assistant_usage_pkey PRIMARY KEY (company_id, month),
  constraint assistant_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table assistant_usage enable row level security;
alter table assistant_usage force row level security;
create policy tenant on assistant_usage using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table attendances (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint,
  contact_id bigint not null,
  connection_id bigint,
  queue_id bigint,
  user_id bigint,
  queued_at timestamp with time zone not null,
  started_at timestamp with time zone,
  first_response_at timestamp with time zone,
  rating_asked_at timestamp with time zone,
  rated_at timestamp with time zone,
  rating smallint,
  finished_at timestamp with time zone,
  constraint attendances_pkey PRIMARY KEY (company_id, id),
  constraint attendances_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint attendances_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint attendances_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (ticket_id),
  constraint attendances_rating_check CHECK (((rating >= 1) AND (rating <= 3)))
);
CREATE INDEX attendances_by_finish ON attendances USING btree (company_id, finished_at) INCLUDE (user_id, queue_id, connection_id, queued_at, started_at, first_response_at, rating, ticket_id) WHERE (finished_at IS NOT NULL);
CREATE INDEX attendances_by_queued ON attendances USING btree (company_id, queued_at) INCLUDE (started_at);
CREATE INDEX attendances_contact ON attendances USING btree (company_id, contact_id);
CREATE INDEX attendances_rated ON attendances USING btree (company_id, finished_at) WHERE (rating IS NOT NULL);
CREATE UNIQUE INDEX attendances_running ON attendances USING btree (company_id, ticket_id) WHERE (finished_at IS NULL);
CREATE INDEX attendances_ticket ON attendances USING btree (company_id, ticket_id);
comment on index attendances_by_finish is 'What was finished in a period, with all that the dashboard counts of it.';
comment on index attendances_by_queued is 'What was queued in a period, and how long it waited.';
comment on index attendances_rated is 'The ratings of a period.';
alter table attendances enable row level security;
alter table attendances force row level security;
create policy tenant on attendances using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER attendances_late_delete AFTER DELETE ON attendances FOR EACH ROW WHEN ((LEAST(old.queued_at, old.finished_at) < (now() - '00:30:00'::interval))) EXECUTE FUNCTION note_late_attendance();
CREATE TRIGGER attendances_late_finished AFTER UPDATE ON attendances FOR EACH ROW WHEN (((LEAST(old.finished_at, new.finished_at) < (now() - '00:30:00'::interval)) AND ((((((((old.finished_at IS DISTINCT FROM new.finished_at) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.queue_id IS DISTINCT FROM new.queue_id)) OR (old.connection_id IS DISTINCT FROM new.connection_id)) OR (old.queued_at IS DISTINCT FROM new.queued_at)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.first_response_at IS DISTINCT FROM new.first_response_at)) OR (old.rating IS DISTINCT FROM new.rating)))) EXECUTE FUNCTION note_late_attendance('finished');
CREATE TRIGGER attendances_late_insert AFTER INSERT ON attendances FOR EACH ROW WHEN ((LEAST(new.queued_at, new.finished_at) < (now() - '00:30:00'::interval))) EXECUTE FUNCTION note_late_attendance();
CREATE TRIGGER attendances_late_queued AFTER UPDATE ON attendances FOR EACH ROW WHEN (((LEAST(old.queued_at, new.queued_at) < (now() - '00:30:00'::interval)) AND ((old.queued_at IS DISTINCT FROM new.queued_at) OR (old.started_at IS DISTINCT FROM new.started_at)))) EXECUTE FUNCTION note_late_attendance('queued');

create table audit_log (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  at timestamp with time zone not null,
  actor_id bigint,
  actor_name text,
  verb text not null,
  subject text,
  details jsonb not null default '{}'::jsonb,
  ip text,
  constraint audit_log_pkey PRIMARY KEY (company_id, id),
  constraint audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX audit_log_at ON audit_log USING btree (company_id, at DESC);
CREATE INDEX audit_log_id ON audit_log USING btree (id);
CREATE INDEX audit_log_newest ON audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_verb ON audit_log USING btree (verb, at DESC, id DESC);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant on audit_log using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table automation_firings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  automation_id bigint not null,
  ticket_id bigint not null,
  fact_key text not null,
  event text not null,
  depth smallint not null,
  outcome text not null,
  results jsonb not null default '[]'::jsonb,
  at timestamp with time zone not null,
  constraint automation_firings_pkey PRIMARY KEY (company_id, id),
  constraint automation_firings_company_id_automation_id_fkey FOREIGN KEY (company_id, automation_id) REFERENCES automations(company_id, id) ON DELETE CASCADE,
  constraint automation_firings_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint automation_firings_outcome_check CHECK ((outcome = ANY (ARRAY['fired'::text, 'depth'::text, 'limit'::text, 'unmatched'::text])))
);
CREATE INDEX automation_firings_log ON automation_firings USING btree (company_id, automation_id, id DESC) WHERE (outcome <> 'unmatched'::text);
CREATE INDEX automation_firings_old ON automation_firings USING btree (at);
CREATE UNIQUE INDEX automation_firings_once ON automation_firings USING btree (company_id, automation_id, fact_key);
CREATE INDEX automation_firings_ticket ON automation_firings USING btree (company_id, ticket_id, at);
comment on index automation_firings_ticket is 'How often automations fired in a ticket within an hour; those of a deleted one.';
alter table automation_firings enable row level security;
alter table automation_firings force row level security;
create policy tenant on automation_firings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table automations (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  active boolean not null default true,
  position integer not null,
  event text not null,
  minutes integer,
  match text not null default 'all'::text,
  conditions jsonb not null default '[]'::jsonb,
  actions jsonb not null default '[]'::jsonb,
  active_since timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint automations_pkey PRIMARY KEY (company_id, id),
  constraint automations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint automations_match_check CHECK ((match = ANY (ARRAY['all'::text, 'any'::text]))),
  constraint automations_minutes_check CHECK ((minutes > 0))
);
CREATE INDEX automations_timed ON automations USING btree (event) WHERE (active AND (minutes IS NOT NULL));
comment on index automations_timed is 'What the clock looks for, in all companies.';
alter table automations enable row level security;
alter table automations force row level security;
create policy tenant on automations using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE OF active, event ON automations FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON automations FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table campaign_news (
  id bigint not null generated by default as identity,
  company_id bigint not null,
  message_id bigint not null,
  constraint campaign_news_pkey PRIMARY KEY (company_id, message_id, id),
  constraint campaign_news_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table campaign_news enable row level security;
alter table campaign_news force row level security;
create policy tenant on campaign_news using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table campaign_paces (
  company_id bigint not null,
  connection_id bigint not null,
  next_at timestamp with time zone,
  slow real not null default 1,
  pause text,
  pause_until timestamp with time zone,
  judged_at timestamp with time zone,
  health jsonb,
  constraint campaign_paces_pkey PRIMARY KEY (company_id, connection_id),
  constraint campaign_paces_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table campaign_paces enable row level security;
alter table campaign_paces force row level security;
create policy tenant on campaign_paces using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table campaign_progress (
  company_id bigint not null,
  campaign_id bigint not null,
  at timestamp with time zone not null,
  n integer not null,
  constraint campaign_progress_pkey PRIMARY KEY (company_id, campaign_id, at),
  constraint campaign_progress_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE
);
alter table campaign_progress enable row level security;
alter table campaign_progress force row level security;
create policy tenant on campaign_progress using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table campaign_settings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint campaign_settings_pkey PRIMARY KEY (company_id, id),
  constraint campaign_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX campaign_settings_key ON campaign_settings USING btree (company_id, key);
alter table campaign_settings enable row level security;
alter table campaign_settings force row level security;
create policy tenant on campaign_settings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON campaign_settings FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table campaign_shippings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  campaign_id bigint not null,
  contact_id bigint,
  name text not null,
  number text not null,
  email text not null default ''::text,
  state text not null default 'waiting'::text,
  reason text,
  variant smallint,
  message text not null default ''::text,
  confirmation_message text,
  attempts smallint not null default 0,
  message_id bigint,
  due_at timestamp with time zone,
  confirmation_requested_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  replied_at timestamp with time zone,
  reply text,
  created_at timestamp with time zone not null default now(),
  constraint campaign_shippings_pkey PRIMARY KEY (company_id, id),
  constraint campaign_shippings_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_shippings_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE SET NULL (contact_id),
  constraint campaign_shippings_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (message_id),
  constraint campaign_shippings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'asking'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX campaign_shippings_asking ON campaign_shippings USING btree (confirmation_requested_at) WHERE ((state = 'asking'::text) AND (confirmed_at IS NULL));
CREATE INDEX campaign_shippings_contact ON campaign_shippings USING btree (company_id, contact_id, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX campaign_shippings_message ON campaign_shippings USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX campaign_shippings_number ON campaign_shippings USING btree (company_id, campaign_id, number);
CREATE INDEX campaign_shippings_order ON campaign_shippings USING btree (company_id, campaign_id, id);
CREATE INDEX campaign_shippings_replied ON campaign_shippings USING btree (company_id, campaign_id, id) WHERE (replied_at IS NOT NULL);
CREATE INDEX campaign_shippings_state ON campaign_shippings USING btree (company_id, campaign_id, state, id);
CREATE INDEX campaign_shippings_waiting ON campaign_shippings USING btree (company_id, campaign_id, id) WHERE (state = 'waiting'::text);
alter table campaign_shippings enable row level security;
alter table campaign_shippings force row level security;
create policy tenant on campaign_shippings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table campaign_tallies (
  company_id bigint not null,
  campaign_id bigint not null,
  variant smallint not null,
  state text not null,
  replied boolean not null,
  n integer not null,
  constraint campaign_tallies_pkey PRIMARY KEY (company_id, campaign_id, variant, state, replied),
  constraint campaign_tallies_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_tallies_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'asking'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'skipped'::text])))
);
alter table campaign_tallies enable row level security;
alter table campaign_tallies force row level security;
create policy tenant on campaign_tallies using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table campaigns (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  status text not null default 'INATIVA'::text,
  messages text[] not null default '{}'::text[],
  confirmation_messages text[] not null default '{}'::text[],
  confirmation boolean not null default false,
  only_open_hours boolean not null default false,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  connection_id bigint,
  contact_list_id bigint,
  file_list_id bigint,
  media_key text,
  media_name text,
  media_mime text,
  media_size bigint,
  planned_item_id bigint not null default 0,
  planned_at timestamp with time zone,
  planned integer not null default 0,
  planned_valid integer not null default 0,
  sent integer not null default 0,
  turn_at timestamp with time zone,
  halt text,
  halted_until timestamp with time zone,
  overruled_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  template jsonb,
  constraint campaigns_pkey PRIMARY KEY (company_id, id),
  constraint campaigns_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint campaigns_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE SET NULL (contact_list_id),
  constraint campaigns_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE SET NULL (file_list_id),
  constraint campaigns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['INATIVA'::text, 'PROGRAMADA'::text, 'EM_ANDAMENTO'::text, 'CANCELADA'::text, 'FINALIZADA'::text])))
);
CREATE INDEX campaigns_alphabet ON campaigns USING btree (company_id, name COLLATE portuguese, id);
CREATE INDEX campaigns_connection ON campaigns USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX campaigns_due ON campaigns USING btree (scheduled_at) WHERE (status = 'PROGRAMADA'::text);
CREATE INDEX campaigns_file_list ON campaigns USING btree (company_id, file_list_id) WHERE (file_list_id IS NOT NULL);
CREATE INDEX campaigns_going_on ON campaigns USING btree (halted_until NULLS FIRST) WHERE (status = 'EM_ANDAMENTO'::text);
CREATE INDEX campaigns_list ON campaigns USING btree (company_id, contact_list_id) WHERE (contact_list_id IS NOT NULL);
CREATE INDEX campaigns_media ON campaigns USING btree (company_id, media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX campaigns_running ON campaigns USING btree (company_id, connection_id, turn_at NULLS FIRST, id) WHERE (status = 'EM_ANDAMENTO'::text);
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy tenant on campaigns using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON campaigns FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table chat_files (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  chat_id bigint not null,
  message_id bigint not null,
  media_key text not null,
  media_name text not null,
  media_mime text not null,
  media_size bigint not null,
  thumb_key text,
  width integer,
  height integer,
  constraint chat_files_pkey PRIMARY KEY (company_id, id),
  constraint chat_files_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_files_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES chat_messages(company_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_files_chat ON chat_files USING btree (company_id, chat_id);
CREATE INDEX chat_files_media ON chat_files USING btree (company_id, media_key);
CREATE INDEX chat_files_message ON chat_files USING btree (company_id, message_id, id);
CREATE INDEX chat_files_thumb ON chat_files USING btree (company_id, thumb_key) WHERE (thumb_key IS NOT NULL);
alter table chat_files enable row level security;
alter table chat_files force row level security;
create policy tenant on chat_files using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table chat_members (
  company_id bigint not null,
  chat_id bigint not null,
  user_id bigint not null,
  unread integer not null default 0,
  joined_at timestamp with time zone not null default now(),
  constraint chat_members_pkey PRIMARY KEY (company_id, chat_id, user_id),
  constraint chat_members_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint chat_members_unread_check CHECK ((unread >= 0))
);
CREATE INDEX chat_members_unread ON chat_members USING btree (company_id, user_id, chat_id) WHERE (unread > 0);
CREATE INDEX chat_members_user ON chat_members USING btree (company_id, user_id, chat_id);
alter table chat_members enable row level security;
alter table chat_members force row level security;
create policy tenant on chat_members using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table chat_messages (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  chat_id bigint not null,
  sender_id bigint not null,
  body text not null,
  mentions bigint[] not null default '{}'::bigint[],
  client_key text,
  created_at timestamp with time zone not null default now(),
  constraint chat_messages_pkey PRIMARY KEY (company_id, id),
  constraint chat_messages_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_messages_company_id_sender_id_fkey FOREIGN KEY (company_id, sender_id) REFERENCES users(company_id, id)
);
CREATE UNIQUE INDEX chat_messages_client_key ON chat_messages USING btree (company_id, chat_id, sender_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX chat_messages_newest ON chat_messages USING btree (company_id, chat_id, id DESC);
CREATE INDEX chat_messages_sender ON chat_messages USING btree (company_id, sender_id);
alter table chat_messages enable row level security;
alter table chat_messages force row level security;
create policy tenant on chat_messages using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table chatbot_sessions (
  company_id bigint not null,
  ticket_id bigint not null,
  attendance_id bigint not null,
  heard_id bigint not null,
  state jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint chatbot_sessions_pkey PRIMARY KEY (company_id, ticket_id),
  constraint chatbot_sessions_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table chatbot_sessions enable row level security;
alter table chatbot_sessions force row level security;
create policy tenant on chatbot_sessions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON chatbot_sessions FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table chats (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  uuid uuid not null default gen_random_uuid(),
  title text not null,
  owner_id bigint not null,
  last_message text not null default ''::text,
  revision bigint not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint chats_pkey PRIMARY KEY (company_id, id),
  constraint chats_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chats_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users(company_id, id)
);
CREATE INDEX chats_owner ON chats USING btree (company_id, owner_id);
CREATE UNIQUE INDEX chats_uuid ON chats USING btree (company_id, uuid);
alter table chats enable row level security;
alter table chats force row level security;
create policy tenant on chats using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table companies (
  id bigint not null generated by default as identity,
  name text not null,
  email text,
  phone text,
  status boolean not null default true,
  plan_id bigint,
  due_date date,
  trial_expiration date,
  recurrence text not null default 'MENSAL'::text,
  schedules jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  holidays jsonb not null default '[]'::jsonb,
  billing_name text,
  billing_document text,
  address_zip_code text,
  address_street text,
  address_district text,
  address_city text,
  address_state text,
  address_country text not null default 'BR'::text,
  grace_days smallint not null default 3,
  deleted_at timestamp with time zone,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint companies_address_country_check CHECK ((address_country = ANY (ARRAY['BR'::text, 'usa'::text]))),
  constraint companies_address_state_check CHECK ((char_length(address_state) <= 40)),
  constraint companies_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 90)))
);
CREATE INDEX companies_due ON companies USING btree (due_date) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX companies_name ON companies USING btree (lower(name));
CREATE INDEX companies_plan ON companies USING btree (plan_id);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies using (((id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER UPDATE OF status, plan_id, due_date, grace_days, schedules, holidays, deleted_at ON companies FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON companies FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table configuration_revisions (
  company_id bigint not null,
  revision uuid not null,
  constraint configuration_revisions_pkey PRIMARY KEY (company_id),
  constraint configuration_revisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table configuration_revisions enable row level security;
alter table configuration_revisions force row level security;
create policy tenant on configuration_revisions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table connection_gaps (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  connection_id bigint not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  reason text,
  state text not null,
  recovered integer not null default 0,
  undecryptable integer not null default 0,
  incomplete boolean not null default false,
  checked_at timestamp with time zone,
  recount_until timestamp with time zone,
  constraint connection_gaps_pkey PRIMARY KEY (company_id, id),
  constraint connection_gaps_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint connection_gaps_state_check CHECK ((state = ANY (ARRAY['open'::text, 'checking'::text, 'closed'::text])))
);
CREATE INDEX connection_gaps_latest ON connection_gaps USING btree (company_id, connection_id, from_at DESC);
CREATE INDEX connection_gaps_recount ON connection_gaps USING btree (recount_until) WHERE (recount_until IS NOT NULL);
CREATE UNIQUE INDEX connection_gaps_running ON connection_gaps USING btree (company_id, connection_id) WHERE (state <> 'closed'::text);
alter table connection_gaps enable row level security;
alter table connection_gaps force row level security;
create policy tenant on connection_gaps using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table connection_health (
  company_id bigint not null,
  connection_id bigint not null,
  restricted_until timestamp with time zone,
  new_chats_used integer,
  new_chats_total integer,
  new_chats_reset_at timestamp with time zone,
  limits_at timestamp with time zone,
  pauses integer not null default 0,
  paused_until timestamp with time zone,
  answers_restricted_until timestamp with time zone,
  constraint connection_health_pkey PRIMARY KEY (company_id, connection_id),
  constraint connection_health_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_health enable row level security;
alter table connection_health force row level security;
create policy tenant on connection_health using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table connection_queues (
  company_id bigint not null,
  connection_id bigint not null,
  queue_id bigint not null,
  constraint connection_queues_pkey PRIMARY KEY (company_id, connection_id, queue_id),
  constraint connection_queues_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint connection_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE
);
CREATE INDEX connection_queues_queue ON connection_queues USING btree (company_id, queue_id);
alter table connection_queues enable row level security;
alter table connection_queues force row level security;
create policy tenant on connection_queues using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE ON connection_queues FOR EACH ROW EXECUTE FUNCTION configuration_changed();

create table connection_statuses (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  connection_id bigint not null,
  at timestamp with time zone not null,
  status text not null,
  reason text,
  constraint connection_statuses_pkey PRIMARY KEY (company_id, id),
  constraint connection_statuses_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint connection_statuses_status_check CHECK ((status = ANY (ARRAY['OPENING'::text, 'qrcode'::text, 'PAIRING'::text, 'CONNECTED'::text, 'TIMEOUT'::text, 'DISCONNECTED'::text])))
);
CREATE INDEX connection_statuses_latest ON connection_statuses USING btree (company_id, connection_id, id DESC);
alter table connection_statuses enable row level security;
alter table connection_statuses force row level security;
create policy tenant on connection_statuses using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table connections (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  channel text not null,
  status text not null default 'OPENING'::text,
  status_reason text,
  qrcode text not null default ''::text,
  retries integer not null default 0,
  number text,
  is_default boolean not null default false,
  greeting_message text not null default ''::text,
  complation_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  rating_message text not null default ''::text,
  token_hash bytea,
  provider text not null default 'beta'::text,
  expires_inactive_message text not null default ''::text,
  expires_ticket integer not null default 0,
  time_use_bot_queues integer not null default 0,
  max_use_bot_queues integer not null default 3,
  time_to_transfer integer,
  transfer_queue_id bigint,
  prompt_id bigint,
  integration_id bigint,
  schedules jsonb not null default '[]'::jsonb,
  webhook_key text not null,
  cloud_phone_number_id text,
  cloud_waba_id text,
  cloud_secrets bytea,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  pairing_code text not null default ''::text,
  code_expires_at timestamp with time zone,
  import_days integer not null default 0,
  import_pending_hours integer not null default 0,
  new_chats_held_until timestamp with time zone,
  answers_held_until timestamp with time zone,
  constraint connections_pkey PRIMARY KEY (company_id, id),
  constraint connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint connections_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint connections_company_id_transfer_queue_id_fkey FOREIGN KEY (company_id, transfer_queue_id) REFERENCES queues(company_id, id),
  constraint connections_prompt FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id),
  constraint connections_channel_check CHECK ((channel = ANY (ARRAY['whatsapp_web'::text, 'whatsapp_cloud'::text, 'simulator'::text]))),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['OPENING'::text, 'qrcode'::text, 'PAIRING'::text, 'CONNECTED'::text, 'TIMEOUT'::text, 'DISCONNECTED'::text])))
);
CREATE UNIQUE INDEX connections_default ON connections USING btree (company_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX connections_integration ON connections USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE UNIQUE INDEX connections_name ON connections USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX connections_prompt ON connections USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE UNIQUE INDEX connections_token ON connections USING btree (token_hash) WHERE (deleted_at IS NULL);
CREATE INDEX connections_transfer_queue ON connections USING btree (company_id, transfer_queue_id) WHERE (transfer_queue_id IS NOT NULL);
CREATE UNIQUE INDEX connections_webhook ON connections USING btree (webhook_key);
alter table connections enable row level security;
alter table connections force row level security;
create policy tenant on connections using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE ON connections FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON connections FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table contact_consents (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint,
  number text not null default ''::text,
  state text not null,
  words text not null default ''::text,
  source text not null,
  user_id bigint,
  user_name text,
  message_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint contact_consents_pkey PRIMARY KEY (company_id, id),
  constraint contact_consents_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE SET NULL (contact_id),
  constraint contact_consents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint contact_consents_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint contact_consents_source_check CHECK ((source = ANY (ARRAY['customer'::text, 'staff'::text, 'import'::text]))),
  constraint contact_consents_state_check CHECK ((state = ANY (ARRAY['out'::text, 'in'::text])))
);
CREATE INDEX contact_consents_contact ON contact_consents USING btree (company_id, contact_id, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX contact_consents_number ON contact_consents USING btree (company_id, number, id DESC) WHERE (number <> ''::text);
CREATE INDEX contact_consents_user ON contact_consents USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
alter table contact_consents enable row level security;
alter table contact_consents force row level security;
create policy tenant on contact_consents using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table contact_fields (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  name text not null,
  value text not null,
  constraint contact_fields_pkey PRIMARY KEY (company_id, id),
  constraint contact_fields_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_fields_contact ON contact_fields USING btree (company_id, contact_id);
alter table contact_fields enable row level security;
alter table contact_fields force row level security;
create policy tenant on contact_fields using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table contact_identities (
  company_id bigint not null,
  contact_id bigint not null,
  kind text not null,
  scope text not null default ''::text,
  value text not null,
  created_at timestamp with time zone not null default now(),
  constraint contact_identities_pkey PRIMARY KEY (company_id, kind, scope, value),
  constraint contact_identities_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint contact_identities_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'wa_pn'::text, 'wa_lid'::text, 'wa_bsuid'::text, 'username'::text, 'group'::text])))
);
CREATE INDEX contact_identities_contact ON contact_identities USING btree (company_id, contact_id);
alter table contact_identities set (autovacuum_analyze_scale_factor=0.02);
alter table contact_identities enable row level security;
alter table contact_identities force row level security;
create policy tenant on contact_identities using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table contact_list_items (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  list_id bigint not null,
  name text not null,
  number text not null,
  email text not null default ''::text,
  validity text not null default 'unchecked'::text,
  checked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint contact_list_items_pkey PRIMARY KEY (company_id, id),
  constraint contact_list_items_company_id_list_id_fkey FOREIGN KEY (company_id, list_id) REFERENCES contact_lists(company_id, id) ON DELETE CASCADE,
  constraint contact_list_items_validity_check CHECK ((validity = ANY (ARRAY['unchecked'::text, 'valid'::text, 'invalid'::text, 'unverifiable'::text])))
);
CREATE INDEX contact_list_items_alphabet ON contact_list_items USING btree (company_id, list_id, name COLLATE portuguese, id);
CREATE UNIQUE INDEX contact_list_items_number ON contact_list_items USING btree (company_id, list_id, number);
CREATE INDEX contact_list_items_validity ON contact_list_items USING btree (company_id, list_id, validity, id);
alter table contact_list_items enable row level security;
alter table contact_list_items force row level security;
create policy tenant on contact_list_items using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON contact_list_items FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table contact_lists (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  filter jsonb,
  in_step boolean not null default false,
  synced_at timestamp with time zone,
  sync_after bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint contact_lists_pkey PRIMARY KEY (company_id, id),
  constraint contact_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint contact_lists_check CHECK (((NOT in_step) OR (filter IS NOT NULL)))
);
CREATE INDEX contact_lists_alphabet ON contact_lists USING btree (company_id, name COLLATE portuguese, id);
CREATE INDEX contact_lists_in_step ON contact_lists USING btree (synced_at) WHERE in_step;
alter table contact_lists enable row level security;
alter table contact_lists force row level security;
create policy tenant on contact_lists using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON contact_lists FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table contact_merges (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  other_id bigint not null,
  for_split jsonb not null,
  user_id bigint,
  user_name text,
  created_at timestamp with time zone not null default now(),
  split_at timestamp with time zone,
  proof jsonb,
  constraint contact_merges_pkey PRIMARY KEY (company_id, id),
  constraint contact_merges_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint contact_merges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX contact_merges_contact ON contact_merges USING btree (company_id, contact_id, id DESC);
CREATE INDEX contact_merges_split ON contact_merges USING btree (company_id, other_id) WHERE (split_at IS NOT NULL);
alter table contact_merges enable row level security;
alter table contact_merges force row level security;
create policy tenant on contact_merges using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table contact_opt_outs (
  company_id bigint not null,
  kind text not null,
  value text not null,
  consent_id bigint not null,
  constraint contact_opt_outs_pkey PRIMARY KEY (company_id, kind, value),
  constraint contact_opt_outs_company_id_consent_id_fkey FOREIGN KEY (company_id, consent_id) REFERENCES contact_consents(company_id, id) ON DELETE CASCADE,
  constraint contact_opt_outs_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'wa_lid'::text, 'wa_bsuid'::text])))
);
CREATE INDEX contact_opt_outs_consent ON contact_opt_outs USING btree (company_id, consent_id);
alter table contact_opt_outs enable row level security;
alter table contact_opt_outs force row level security;
create policy tenant on contact_opt_outs using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table contacts (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  number text not null default ''::text,
  email text not null default ''::text,
  picture_key text,
  is_group boolean not null default false,
  named boolean not null default false,
  connection_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  picture_checked_at timestamp with time zone,
  name_key text collate "C",
  number_tail text collate "C",
  campaign_at timestamp with time zone,
  language text not null default ''::text,
  birthday date,
  blocked_at timestamp with time zone,
  search_key text collate "C",
  constraint contacts_pkey PRIMARY KEY (company_id, id),
  constraint contacts_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint contacts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX contacts_alphabet ON contacts USING btree (company_id, name COLLATE portuguese, id) INCLUDE (search_key);
CREATE UNIQUE INDEX contacts_company_uuid ON contacts USING btree (company_id, uuid);
CREATE INDEX contacts_connection ON contacts USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX contacts_created ON contacts USING btree (company_id, created_at);
CREATE INDEX contacts_hidden ON contacts USING btree (company_id, id) WHERE ((number = ''::text) AND (NOT is_group));
CREATE INDEX contacts_name_key ON contacts USING btree (company_id, name_key, id);
CREATE UNIQUE INDEX contacts_number ON contacts USING btree (company_id, number) WHERE (number <> ''::text);
CREATE INDEX contacts_number_beginning ON contacts USING btree (company_id, number COLLATE "C") WHERE (number <> ''::text);
CREATE INDEX contacts_number_tail ON contacts USING btree (company_id, number_tail) WHERE (number_tail IS NOT NULL);
CREATE INDEX contacts_parts ON contacts USING gin (contact_parts(company_id, ((name || ' '::text) || number)) COLLATE "C") WITH (gin_pending_list_limit='512');
CREATE INDEX contacts_picture ON contacts USING btree (company_id, picture_key) WHERE (picture_key IS NOT NULL);
alter table contacts set (autovacuum_analyze_scale_factor=0.02);
comment on index contacts_parts is 'Parts of names and numbers, of each company by itself, for contacts_with.';
alter table contacts enable row level security;
alter table contacts force row level security;
create policy search on contacts for select to balcao_search using (true);
create policy tenant on contacts using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER contacts_keys BEFORE INSERT OR UPDATE OF name, number, name_key, number_tail, search_key ON contacts FOR EACH ROW EXECUTE FUNCTION keep_contact_keys();
CREATE TRIGGER contacts_late_delete AFTER DELETE ON contacts FOR EACH ROW WHEN ((old.created_at < (now() - '00:30:00'::interval))) EXECUTE FUNCTION note_late_contact();
CREATE TRIGGER contacts_late_insert AFTER INSERT ON contacts FOR EACH ROW WHEN ((new.created_at < (now() - '00:30:00'::interval))) EXECUTE FUNCTION note_late_contact();
CREATE TRIGGER contacts_late_update AFTER UPDATE OF created_at ON contacts FOR EACH ROW WHEN (((old.created_at IS DISTINCT FROM new.created_at) AND (LEAST(old.created_at, new.created_at) < (now() - '00:30:00'::interval)))) EXECUTE FUNCTION note_late_contact();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON contacts FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();
grant select on contacts to balcao_search;

create table daily_figures (
  company_id bigint not null,
  kind text not null,
  day date not null,
  time_zone text not null,
  begins timestamp with time zone not null,
  until timestamp with time zone not null,
  sums json not null,
  times json,
  times_by_queue json,
  times_by_connection json,
  constraint daily_figures_pkey PRIMARY KEY (company_id, kind, day),
  constraint daily_figures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint daily_figures_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'queued'::text, 'finished'::text])))
);
comment on table daily_figures is 'What a day adds up to, from `begins` until `until`. True as long as no late change lies between them.';
comment on column daily_figures.time_zone is 'The one in which the day was counted: two may have the same days and other hours.';
alter table daily_figures enable row level security;
alter table daily_figures force row level security;
create policy tenant on daily_figures using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table drafts (
  company_id bigint not null,
  user_id bigint not null,
  ticket_id bigint not null,
  kind text not null,
  text text not null,
  written_at timestamp with time zone not null,
  constraint drafts_pkey PRIMARY KEY (company_id, user_id, ticket_id, kind),
  constraint drafts_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint drafts_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint drafts_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'note'::text])))
);
CREATE INDEX drafts_ticket ON drafts USING btree (company_id, ticket_id);
alter table drafts enable row level security;
alter table drafts force row level security;
create policy tenant on drafts using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table file_lists (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint,
  name text not null,
  message text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint file_lists_pkey PRIMARY KEY (company_id, id),
  constraint file_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint file_lists_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE UNIQUE INDEX file_lists_name ON file_lists USING btree (company_id, lower(name));
CREATE INDEX file_lists_user ON file_lists USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
alter table file_lists enable row level security;
alter table file_lists force row level security;
create policy tenant on file_lists using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON file_lists FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table file_options (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  list_id bigint not null,
  position integer not null,
  name text not null,
  media_key text,
  media_name text,
  media_mime text,
  media_size bigint,
  constraint file_options_pkey PRIMARY KEY (company_id, id),
  constraint file_options_company_id_list_id_fkey FOREIGN KEY (company_id, list_id) REFERENCES file_lists(company_id, id) ON DELETE CASCADE
);
CREATE INDEX file_options_list ON file_options USING btree (company_id, list_id, "position");
alter table file_options enable row level security;
alter table file_options force row level security;
create policy tenant on file_options using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table helps (
  id bigint not null generated by default as identity,
  title text not null,
  description text not null,
  video text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint helps_pkey PRIMARY KEY (id)
);
CREATE INDEX helps_title ON helps USING btree (lower(title), id);
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON helps FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table import_errors (
  company_id bigint not null,
  import_id bigint not null,
  row integer not null,
  name text not null,
  number text not null,
  email text not null,
  code text not null,
  contact_id bigint,
  fields jsonb not null default '[]'::jsonb,
  constraint import_errors_pkey PRIMARY KEY (company_id, import_id, "row"),
  constraint import_errors_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES imports(company_id, id) ON DELETE CASCADE
);
alter table import_errors enable row level security;
alter table import_errors force row level security;
create policy tenant on import_errors using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table import_rows (
  company_id bigint not null,
  import_id bigint not null,
  row integer not null,
  name text not null,
  number text not null,
  email text not null,
  fields jsonb not null,
  refusal text,
  constraint import_rows_pkey PRIMARY KEY (company_id, import_id, "row"),
  constraint import_rows_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES imports(company_id, id) ON DELETE CASCADE
);
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy tenant on import_rows using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table imports (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint,
  file_key text not null,
  file_name text not null,
  mapping jsonb not null,
  status text not null default 'waiting'::text,
  total integer,
  processed integer not null default 0,
  created integer not null default 0,
  duplicates integer not null default 0,
  invalid integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  sheet_read boolean not null default false,
  kind text not null default 'contacts'::text,
  list_id bigint,
  constraint imports_pkey PRIMARY KEY (company_id, id),
  constraint imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint imports_company_id_list_id_fkey FOREIGN KEY (company_id, list_id) REFERENCES contact_lists(company_id, id) ON DELETE SET NULL (list_id),
  constraint imports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['contacts'::text, 'list'::text, 'consents'::text]))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX imports_list ON imports USING btree (company_id, list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX imports_user ON imports USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON imports FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table inbound_events (
  company_id bigint not null,
  connection_id bigint not null,
  key text not null,
  payload jsonb,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone,
  error text,
  constraint inbound_events_pkey PRIMARY KEY (company_id, connection_id, key, received_at),
  constraint inbound_events_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
) partition by RANGE (received_at);
CREATE INDEX inbound_events_due ON inbound_events USING btree (next_attempt_at) WHERE (processed_at IS NULL);
alter table inbound_events enable row level security;
alter table inbound_events force row level security;
create policy tenant on inbound_events using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table inbound_events_rest partition of inbound_events DEFAULT;
CREATE INDEX inbound_events_rest_next_attempt_at_idx ON inbound_events_rest USING btree (next_attempt_at) WHERE (processed_at IS NULL);
alter table inbound_events_rest enable row level security;
alter table inbound_events_rest force row level security;
create policy tenant on inbound_events_rest using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table inbound_keys (
  company_id bigint not null,
  key uuid not null,
  received_on date not null,
  constraint inbound_keys_pkey PRIMARY KEY (company_id, key, received_on)
) partition by RANGE (received_on);
alter table inbound_keys enable row level security;
alter table inbound_keys force row level security;
create policy tenant on inbound_keys using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table inbound_keys_rest partition of inbound_keys DEFAULT;
alter table inbound_keys_rest enable row level security;
alter table inbound_keys_rest force row level security;
create policy tenant on inbound_keys_rest using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table inbox_assistants (
  company_id bigint not null,
  enabled boolean not null default false,
  base_url text,
  api_key bytea,
  model text not null,
  transcription_model text not null,
  long_tokens_field boolean not null default false,
  no_temperature boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  tasks text[] not null default '{summary,reply,rewrite,translate,transcribe}'::text[],
  constraint inbox_assistants_pkey PRIMARY KEY (company_id),
  constraint inbox_assistants_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table inbox_assistants enable row level security;
alter table inbox_assistants force row level security;
create policy tenant on inbox_assistants using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON inbox_assistants FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table installation (
  id boolean not null default true,
  sign_up boolean not null default true,
  operators_second_factor boolean not null default false,
  standing_day date,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_id_check CHECK (id)
);

create table integration_deliveries (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  integration_id bigint not null,
  ticket_id bigint,
  attendance_id bigint not null,
  message_id bigint not null,
  contact_name text not null,
  event_id uuid not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  sent_again boolean not null default false,
  payload jsonb not null,
  status integer,
  reason text,
  detail text not null default ''::text,
  answered text not null default ''::text,
  reply jsonb,
  said integer not null default 0,
  duration_ms integer,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint integration_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint integration_deliveries_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integrations(company_id, id) ON DELETE CASCADE,
  constraint integration_deliveries_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (ticket_id),
  constraint integration_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answering'::text, 'done'::text, 'failed'::text, 'dropped'::text]))),
  constraint integration_deliveries_status_check CHECK (((status >= 100) AND (status <= 599)))
);
CREATE INDEX integration_deliveries_failed ON integration_deliveries USING btree (company_id, integration_id, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX integration_deliveries_log ON integration_deliveries USING btree (company_id, integration_id, id DESC);
CREATE UNIQUE INDEX integration_deliveries_message ON integration_deliveries USING btree (company_id, message_id, integration_id);
CREATE INDEX integration_deliveries_old ON integration_deliveries USING btree (created_at);
CREATE INDEX integration_deliveries_ticket ON integration_deliveries USING btree (company_id, ticket_id, id) WHERE (ticket_id IS NOT NULL);
alter table integration_deliveries enable row level security;
alter table integration_deliveries force row level security;
create policy tenant on integration_deliveries using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON integration_deliveries FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table integration_sessions (
  company_id bigint not null,
  ticket_id bigint not null,
  integration_id bigint not null,
  attendance_id bigint not null,
  session text,
  choices jsonb not null default '[]'::jsonb,
  spoken_at timestamp with time zone not null default now(),
  constraint integration_sessions_pkey PRIMARY KEY (company_id, ticket_id),
  constraint integration_sessions_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integrations(company_id, id) ON DELETE CASCADE,
  constraint integration_sessions_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
CREATE INDEX integration_sessions_integration ON integration_sessions USING btree (company_id, integration_id);
alter table integration_sessions enable row level security;
alter table integration_sessions force row level security;
create policy tenant on integration_sessions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table integrations (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  type text not null,
  name text not null,
  project_name text not null default ''::text,
  service_account bytea,
  secret bytea,
  url text not null default ''::text,
  language text not null default 'pt-BR'::text,
  slug text not null default ''::text,
  expires integer not null default 1,
  delay integer not null default 1000,
  keyword_finish text not null default ''::text,
  keyword_restart text not null default ''::text,
  unknown_message text not null default ''::text,
  restart_message text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint integrations_pkey PRIMARY KEY (company_id, id),
  constraint integrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint integrations_language_check CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
  constraint integrations_type_check CHECK ((type = ANY (ARRAY['dialogflow'::text, 'n8n'::text, 'webhook'::text, 'typebot'::text])))
);
CREATE UNIQUE INDEX integrations_name ON integrations USING btree (company_id, lower(name));
CREATE INDEX integrations_newest ON integrations USING btree (company_id, created_at DESC, id DESC);
alter table integrations enable row level security;
alter table integrations force row level security;
create policy tenant on integrations using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON integrations FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table invoices (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  due_date date not null,
  detail text not null,
  plan_id bigint not null,
  recurrence text not null,
  value_cents bigint not null,
  status text not null default 'open'::text,
  paid_at timestamp with time zone,
  renewed_to date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invoices_recurrence_check CHECK ((recurrence = ANY (ARRAY['MENSAL'::text, 'BIMESTRAL'::text, 'TRIMESTRAL'::text, 'SEMESTRAL'::text, 'ANUAL'::text]))),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text]))),
  constraint invoices_value_cents_check CHECK ((value_cents > 0))
);
CREATE UNIQUE INDEX invoices_due ON invoices USING btree (company_id, due_date);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy tenant on invoices using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON invoices FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table job_workers (
  worker_id text not null,
  process_id integer not null,
  constraint job_workers_pkey PRIMARY KEY (worker_id)
);

create table late_changes (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  at timestamp with time zone not null,
  noted_at timestamp with time zone not null default now(),
  constraint late_changes_pkey PRIMARY KEY (company_id, kind, at, id),
  constraint late_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint late_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'queued'::text, 'finished'::text])))
);
CREATE INDEX late_changes_old ON late_changes USING btree (noted_at);
comment on table late_changes is 'What was queued, finished or added at this time is no longer what daily figures may have counted.';
alter table late_changes enable row level security;
alter table late_changes force row level security;
create policy tenant on late_changes using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table mails (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  recipient text not null,
  subject text not null,
  content bytea,
  state text not null default 'waiting'::text,
  reason text,
  attempts integer not null default 0,
  try_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (company_id, id),
  constraint mails_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX mails_due ON mails USING btree (try_at) WHERE (state = 'waiting'::text);
CREATE INDEX mails_newest ON mails USING btree (id);
alter table mails enable row level security;
alter table mails force row level security;
create policy tenant on mails using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table media_uploads (
  company_id bigint not null,
  connection_id bigint not null,
  media_key text not null,
  provider_id text not null,
  forgotten_at timestamp with time zone not null,
  constraint media_uploads_pkey PRIMARY KEY (company_id, connection_id, media_key),
  constraint media_uploads_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint media_uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
comment on table media_uploads is 'Files that the provider keeps. The key owns no file: rows that outlive it say nothing, and go when the provider has forgotten them.';
alter table media_uploads enable row level security;
alter table media_uploads force row level security;
create policy tenant on media_uploads using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table message_edits (
  company_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null,
  body text not null,
  constraint message_edits_pkey PRIMARY KEY (company_id, message_id, at),
  constraint message_edits_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_edits enable row level security;
alter table message_edits force row level security;
create policy tenant on message_edits using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table message_external_ids (
  company_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  message_id bigint not null,
  constraint message_external_ids_pkey PRIMARY KEY (company_id, connection_id, external_id)
);
comment on table message_external_ids is 'By which id the provider names what we sent. A row goes with its message by the trigger messages_forget_external_ids, so that it is in one index.';
alter table message_external_ids enable row level security;
alter table message_external_ids force row level security;
create policy tenant on message_external_ids using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table message_outbox (
  company_id bigint not null,
  message_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  state text not null default 'queued'::text,
  attempts smallint not null default 0,
  lease_until timestamp with time zone,
  next_attempt_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  overrules boolean not null default false,
  constraint message_outbox_pkey PRIMARY KEY (company_id, message_id),
  constraint message_outbox_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE,
  constraint message_outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text])))
);
CREATE INDEX message_outbox_chat ON message_outbox USING btree (company_id, connection_id, contact_id, message_id);
alter table message_outbox set (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=1000);
comment on table message_outbox is 'Without an index on state and times, claims and pauses are HOT updates. The sweep over all companies reads the whole table, which is as small as what waits.';
comment on index message_outbox_chat is 'The first message of each chat of a connection (claimOutbox, nextDue); what is let go because a contact writes (releasing, releasingAll).';
alter table message_outbox enable row level security;
alter table message_outbox force row level security;
create policy tenant on message_outbox using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON message_outbox FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table message_reactions (
  company_id bigint not null,
  message_id bigint not null,
  from_me boolean not null,
  emoji text not null,
  at timestamp with time zone not null,
  author text not null default ''::text,
  author_name text,
  constraint message_reactions_pkey PRIMARY KEY (company_id, message_id, from_me, author),
  constraint message_reactions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_reactions enable row level security;
alter table message_reactions force row level security;
create policy tenant on message_reactions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table message_transcripts (
  company_id bigint not null,
  message_id bigint not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint message_transcripts_pkey PRIMARY KEY (company_id, message_id),
  constraint message_transcripts_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table message_transcripts enable row level security;
alter table message_transcripts force row level security;
create policy tenant on message_transcripts using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table messages (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  contact_id bigint not null,
  connection_id bigint not null,
  from_me boolean not null,
  external_id text,
  client_key text,
  user_id bigint,
  participant_name text,
  body text not null default ''::text,
  media_type text not null,
  state text not null,
  ack smallint not null default 0,
  is_read boolean not null default false,
  fail_reason text,
  media_state text not null default 'none'::text,
  media_ref jsonb,
  media_key text,
  media_name text,
  media_mime text,
  media_size bigint,
  thumb_key text,
  playable_key text,
  width integer,
  height integer,
  duration real,
  waveform jsonb,
  is_voice boolean not null default false,
  location jsonb,
  cards jsonb,
  is_deleted boolean not null default false,
  is_edited boolean not null default false,
  is_forwarded boolean not null default false,
  quoted_id bigint,
  quoted_external_id text,
  sent_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  automatic text,
  choices jsonb,
  participant text,
  call jsonb,
  mentions jsonb,
  history boolean not null default false,
  sent_as text,
  position bigint,
  template jsonb,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_contact_of_ticket FOREIGN KEY (company_id, ticket_id, contact_id) REFERENCES tickets(company_id, id, contact_id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint messages_ack_check CHECK (((ack >= 0) AND (ack <= 4))),
  constraint messages_media_state_check CHECK ((media_state = ANY (ARRAY['none'::text, 'pending'::text, 'ready'::text, 'failed'::text]))),
  constraint messages_media_type_check CHECK ((media_type = ANY (ARRAY['conversation'::text, 'image'::text, 'video'::text, 'audio'::text, 'application'::text, 'sticker'::text, 'locationMessage'::text, 'vcard'::text, 'call_log'::text, 'unsupported'::text]))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['received'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text])))
);
CREATE INDEX messages_connection_time ON messages USING btree (company_id, connection_id, sent_at);
CREATE INDEX messages_files ON messages USING btree (company_id, ticket_id) WHERE (media_key IS NOT NULL);
CREATE INDEX messages_media ON messages USING btree (company_id, media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX messages_names ON messages USING gin (company_week(company_id, created_at), searchable(media_name) gin_trgm_ops) WITH (gin_pending_list_limit='64') WHERE ((media_name IS NOT NULL) AND (media_type = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'application'::text])));
CREATE UNIQUE INDEX messages_own_key ON messages USING btree (company_id, client_key) WHERE (client_key IS NOT NULL);
CREATE INDEX messages_participant ON messages USING btree (company_id, contact_id, participant, id) WHERE (participant IS NOT NULL);
CREATE INDEX messages_parts ON messages USING gin (company_week(company_id, created_at), parts_of_words(body) COLLATE "C") WITH (gin_pending_list_limit='512') WHERE (media_type = ANY (ARRAY['conversation'::text, 'image'::text, 'video'::text, 'application'::text]));
CREATE INDEX messages_pending ON messages USING btree (company_id) WHERE (media_state = 'pending'::text);
CREATE INDEX messages_playable ON messages USING btree (company_id, playable_key) WHERE (playable_key IS NOT NULL);
CREATE UNIQUE INDEX messages_provider_key ON messages USING btree (company_id, connection_id, external_id, from_me) WHERE (external_id IS NOT NULL);
CREATE INDEX messages_thread ON messages USING btree (company_id, contact_id, connection_id, sent_at DESC, id DESC);
CREATE INDEX messages_thumb ON messages USING btree (company_id, thumb_key) WHERE (thumb_key IS NOT NULL);
CREATE INDEX messages_ticket ON messages USING btree (company_id, ticket_id);
alter table messages set (fillfactor=55);
comment on index messages_connection_time is 'What a number sent and received in a time: its health, and from where a history goes on.';
comment on index messages_files is 'Whether a ticket has a file, for the search.';
comment on index messages_names is 'The names of files of a company''s week, for search_messages.';
comment on index messages_parts is 'The words of a company''s week, for search_messages. Each key costs each message 16 bytes of the log, so the ends of words are none.';
comment on column messages.external_id is 'The provider''s id of what came with one: received, or written on the phone.';
comment on column messages.state is 'In no index, and neither are ack and fail_reason: a message that is sent, delivered and read is rewritten in its place (HOT). While it is in message_outbox it is queued here.';
comment on column messages.sent_as is 'The provider''s id of what we sent; in no index, see message_external_ids.';
alter table messages enable row level security;
alter table messages force row level security;
create policy search on messages for select to balcao_search using (true);
create policy tenant on messages using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER messages_forget_external_ids AFTER DELETE ON messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_external_ids();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON messages FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();
grant select on messages to balcao_search;

create table notice_choices (
  company_id bigint not null,
  user_id bigint not null,
  silent text[] not null default '{}'::text[],
  quiet_from text,
  quiet_to text,
  tones jsonb not null default '{"kinds": {}, "queues": {}}'::jsonb,
  insist boolean not null default false,
  constraint notice_choices_pkey PRIMARY KEY (company_id, user_id),
  constraint notice_choices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table notice_choices enable row level security;
alter table notice_choices force row level security;
create policy tenant on notice_choices using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table notice_devices (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now(),
  constraint notice_devices_pkey PRIMARY KEY (company_id, id),
  constraint notice_devices_company_id_session_id_fkey FOREIGN KEY (company_id, session_id) REFERENCES sessions(company_id, id) ON DELETE CASCADE,
  constraint notice_devices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_devices_endpoint ON notice_devices USING btree (endpoint);
CREATE INDEX notice_devices_id ON notice_devices USING btree (id);
CREATE UNIQUE INDEX notice_devices_session ON notice_devices USING btree (company_id, session_id);
CREATE INDEX notice_devices_user ON notice_devices USING btree (company_id, user_id, id);
alter table notice_devices enable row level security;
alter table notice_devices force row level security;
create policy tenant on notice_devices using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table panel_orders (
  company_id bigint not null,
  user_id bigint not null,
  sections text[] not null,
  constraint panel_orders_pkey PRIMARY KEY (company_id, user_id),
  constraint panel_orders_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table panel_orders enable row level security;
alter table panel_orders force row level security;
create policy tenant on panel_orders using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table password_resets (
  company_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint password_resets_pkey PRIMARY KEY (company_id, user_id),
  constraint password_resets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table password_resets enable row level security;
alter table password_resets force row level security;
create policy tenant on password_resets using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table pings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  ticket_id bigint not null,
  kind text not null,
  note_id bigint,
  text text not null default ''::text,
  by_user_id bigint,
  at timestamp with time zone not null,
  seen_at timestamp with time zone,
  constraint pings_pkey PRIMARY KEY (company_id, id),
  constraint pings_company_id_by_user_id_fkey FOREIGN KEY (company_id, by_user_id) REFERENCES users(company_id, id),
  constraint pings_company_id_note_id_fkey FOREIGN KEY (company_id, note_id) REFERENCES ticket_notes(company_id, id) ON DELETE SET NULL (note_id),
  constraint pings_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint pings_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint pings_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'handed'::text, 'note'::text, 'closed'::text, 'reopened'::text, 'transferred'::text])))
);
CREATE INDEX pings_by ON pings USING btree (company_id, by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX pings_newest ON pings USING btree (company_id, user_id, at DESC);
CREATE INDEX pings_note ON pings USING btree (company_id, note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX pings_ticket ON pings USING btree (company_id, ticket_id);
CREATE UNIQUE INDEX pings_unseen ON pings USING btree (company_id, user_id, ticket_id, kind) WHERE (seen_at IS NULL);
alter table pings enable row level security;
alter table pings force row level security;
create policy tenant on pings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table pix_charges (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  invoice_id bigint not null,
  provider text not null,
  txid text not null,
  external_id text,
  amount_cents bigint not null,
  months smallint not null,
  state text not null default 'pending'::text,
  br_code text,
  asking_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  check_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint pix_charges_pkey PRIMARY KEY (company_id, id),
  constraint pix_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint pix_charges_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE,
  constraint pix_charges_amount_cents_check CHECK ((amount_cents > 0)),
  constraint pix_charges_months_check CHECK (((months >= 1) AND (months <= 12))),
  constraint pix_charges_provider_check CHECK ((provider = ANY (ARRAY['efi'::text, 'asaas'::text, 'simulated'::text]))),
  constraint pix_charges_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'superseded'::text])))
);
CREATE INDEX pix_charges_check ON pix_charges USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX pix_charges_external ON pix_charges USING btree (external_id);
CREATE INDEX pix_charges_invoice ON pix_charges USING btree (company_id, invoice_id);
CREATE UNIQUE INDEX pix_charges_txid ON pix_charges USING btree (txid);
alter table pix_charges enable row level security;
alter table pix_charges force row level security;
create policy tenant on pix_charges using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table pix_payments (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  charge_id bigint not null,
  key text not null,
  amount_cents bigint not null,
  outcome text not null,
  paid_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  resolved_by text,
  constraint pix_payments_pkey PRIMARY KEY (company_id, id),
  constraint pix_payments_company_id_charge_id_fkey FOREIGN KEY (company_id, charge_id) REFERENCES pix_charges(company_id, id) ON DELETE CASCADE,
  constraint pix_payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint pix_payments_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'surplus'::text, 'short'::text])))
);
CREATE INDEX pix_payments_charge ON pix_payments USING btree (company_id, charge_id);
CREATE UNIQUE INDEX pix_payments_key ON pix_payments USING btree (company_id, key);
CREATE INDEX pix_payments_newest ON pix_payments USING btree (id DESC);
CREATE INDEX pix_payments_odd ON pix_payments USING btree (id DESC) WHERE ((outcome <> 'applied'::text) AND (resolved_at IS NULL));
alter table pix_payments enable row level security;
alter table pix_payments force row level security;
create policy tenant on pix_payments using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table plans (
  id bigint not null generated by default as identity,
  name text not null,
  users integer not null default 0,
  connections integer not null default 0,
  queues integer not null default 0,
  value numeric(12,2) not null default 0,
  use_campaigns boolean not null default true,
  use_schedules boolean not null default true,
  use_internal_chat boolean not null default true,
  use_external_api boolean not null default true,
  use_kanban boolean not null default true,
  use_open_ai boolean not null default true,
  use_integrations boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint plans_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX plans_name ON plans USING btree (lower(name));
CREATE TRIGGER configuration_changed AFTER UPDATE ON plans FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON plans FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table process_calls (
  id uuid not null,
  recipient uuid not null,
  kind text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint process_calls_pkey PRIMARY KEY (id, kind),
  constraint process_calls_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'answer'::text])))
);
CREATE INDEX process_calls_created ON process_calls USING btree (created_at);

create table prompts (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  prompt text not null,
  model text not null,
  base_url text,
  api_key bytea not null,
  max_tokens integer not null,
  temperature double precision not null,
  max_messages integer not null,
  queue_id bigint,
  voice text not null default 'texto'::text,
  voice_model text not null,
  transcription_model text not null,
  long_tokens_field boolean not null default false,
  no_temperature boolean not null default false,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint prompts_pkey PRIMARY KEY (company_id, id),
  constraint prompts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint prompts_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id),
  constraint prompts_max_messages_check CHECK ((max_messages >= 0)),
  constraint prompts_max_tokens_check CHECK ((max_tokens > 0)),
  constraint prompts_temperature_check CHECK (((temperature >= (0)::double precision) AND (temperature <= (1)::double precision)))
);
CREATE INDEX prompts_name ON prompts USING btree (company_id, lower(name), id);
CREATE INDEX prompts_queue ON prompts USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
alter table prompts enable row level security;
alter table prompts force row level security;
create policy tenant on prompts using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON prompts FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table queue_options (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  queue_id bigint not null,
  parent_id bigint,
  title text not null,
  message text not null default ''::text,
  option integer not null,
  media_key text,
  media_name text,
  media jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint queue_options_pkey PRIMARY KEY (company_id, id),
  constraint queue_options_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint queue_options_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES queue_options(company_id, id) ON DELETE CASCADE,
  constraint queue_options_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE
);
CREATE INDEX queue_options_parent ON queue_options USING btree (company_id, parent_id);
CREATE INDEX queue_options_siblings ON queue_options USING btree (company_id, queue_id, parent_id, option);
alter table queue_options enable row level security;
alter table queue_options force row level security;
create policy tenant on queue_options using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE ON queue_options FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON queue_options FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table queue_turns (
  company_id bigint not null,
  queue_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint queue_turns_pkey PRIMARY KEY (company_id, queue_id, user_id),
  constraint queue_turns_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint queue_turns_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX queue_turns_user ON queue_turns USING btree (company_id, user_id);
alter table queue_turns enable row level security;
alter table queue_turns force row level security;
create policy tenant on queue_turns using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table queues (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  color text not null,
  greeting_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  order_queue integer,
  schedules jsonb not null default '[]'::jsonb,
  integration_id bigint,
  prompt_id bigint,
  media_key text,
  media_name text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  media jsonb,
  assignment text not null default 'off'::text,
  assignment_capacity integer not null default 5,
  first_answer_minutes integer,
  resolution_minutes integer,
  constraint queues_pkey PRIMARY KEY (company_id, id),
  constraint queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint queues_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint queues_prompt FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id),
  constraint queues_assignment_capacity_check CHECK (((assignment_capacity >= 1) AND (assignment_capacity <= 1000))),
  constraint queues_assignment_check CHECK ((assignment = ANY (ARRAY['off'::text, 'roundRobin'::text, 'leastBusy'::text]))),
  constraint queues_first_answer_minutes_check CHECK (((first_answer_minutes >= 1) AND (first_answer_minutes <= 100000))),
  constraint queues_resolution_minutes_check CHECK (((resolution_minutes >= 1) AND (resolution_minutes <= 100000)))
);
CREATE UNIQUE INDEX queues_color ON queues USING btree (company_id, color) WHERE (deleted_at IS NULL);
CREATE INDEX queues_integration ON queues USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE UNIQUE INDEX queues_name ON queues USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX queues_prompt ON queues USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
alter table queues enable row level security;
alter table queues force row level security;
create policy tenant on queues using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE ON queues FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON queues FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table quick_messages (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  shortcode text not null,
  message text not null default ''::text,
  shared boolean not null default false,
  active boolean not null default true,
  media_key text,
  media_name text,
  media_mime text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  queue_id bigint,
  constraint quick_messages_pkey PRIMARY KEY (company_id, id),
  constraint quick_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint quick_messages_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id),
  constraint quick_messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE INDEX quick_messages_queue ON quick_messages USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX quick_messages_shared ON quick_messages USING btree (company_id, lower(shortcode)) WHERE shared;
CREATE UNIQUE INDEX quick_messages_shortcode ON quick_messages USING btree (company_id, user_id, lower(shortcode));
alter table quick_messages enable row level security;
alter table quick_messages force row level security;
create policy tenant on quick_messages using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON quick_messages FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (company_id, user_id, code_hash),
  constraint recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy tenant on recovery_codes using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table schedule_paces (
  company_id bigint not null,
  connection_id bigint not null,
  next_at timestamp with time zone not null,
  constraint schedule_paces_pkey PRIMARY KEY (company_id, connection_id),
  constraint schedule_paces_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table schedule_paces enable row level security;
alter table schedule_paces force row level security;
create policy tenant on schedule_paces using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table scheduled_messages (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  user_id bigint,
  connection_id bigint,
  body text not null,
  send_at timestamp with time zone not null,
  timed_at timestamp with time zone not null,
  try_at timestamp with time zone not null,
  status text not null default 'PENDENTE'::text,
  fail_reason text,
  message_id bigint,
  sent_at timestamp with time zone,
  repeat text not null default 'none'::text,
  repeat_days smallint[] not null default '{}'::smallint[],
  month_day smallint not null,
  repeat_until date,
  cancel_if_answered boolean not null default false,
  opens_ticket boolean not null default false,
  media_key text,
  media_name text,
  media jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  template jsonb,
  file_list_id bigint,
  held_until timestamp with time zone,
  overruled_at timestamp with time zone,
  constraint scheduled_messages_pkey PRIMARY KEY (company_id, id),
  constraint scheduled_messages_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint scheduled_messages_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint scheduled_messages_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE SET NULL (file_list_id),
  constraint scheduled_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint scheduled_messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint scheduled_messages_check CHECK (((status <> 'ENVIADA'::text) OR (sent_at IS NOT NULL))),
  constraint scheduled_messages_repeat_check CHECK ((repeat = ANY (ARRAY['none'::text, 'day'::text, 'week'::text, 'month'::text]))),
  constraint scheduled_messages_status_check CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'AGENDADA'::text, 'ENVIADA'::text, 'ERRO'::text, 'CANCELADA'::text])))
);
CREATE INDEX scheduled_messages_connection ON scheduled_messages USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX scheduled_messages_contact ON scheduled_messages USING btree (company_id, contact_id, send_at);
CREATE INDEX scheduled_messages_created ON scheduled_messages USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX scheduled_messages_due ON scheduled_messages USING btree (try_at) WHERE (status = 'PENDENTE'::text);
CREATE INDEX scheduled_messages_file_list ON scheduled_messages USING btree (company_id, file_list_id) WHERE (file_list_id IS NOT NULL);
CREATE INDEX scheduled_messages_held ON scheduled_messages USING btree (company_id, id) WHERE (held_until IS NOT NULL);
CREATE INDEX scheduled_messages_media ON scheduled_messages USING btree (company_id, media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX scheduled_messages_message ON scheduled_messages USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX scheduled_messages_repeating ON scheduled_messages USING btree (company_id, send_at) WHERE ((status = 'PENDENTE'::text) AND (repeat <> 'none'::text));
CREATE INDEX scheduled_messages_sending ON scheduled_messages USING btree (updated_at) WHERE (status = 'AGENDADA'::text);
CREATE INDEX scheduled_messages_time ON scheduled_messages USING btree (company_id, send_at, id);
CREATE INDEX scheduled_messages_user ON scheduled_messages USING btree (company_id, user_id, created_at DESC);
alter table scheduled_messages enable row level security;
alter table scheduled_messages force row level security;
create policy tenant on scheduled_messages using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON scheduled_messages FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table second_factors (
  company_id bigint not null,
  user_id bigint not null,
  secret bytea not null,
  confirmed boolean not null default false,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint second_factors_pkey PRIMARY KEY (company_id, user_id),
  constraint second_factors_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy tenant on second_factors using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table sessions (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  ip text,
  user_agent text,
  operator_id bigint,
  operator_name text,
  operator_session uuid,
  constraint sessions_pkey PRIMARY KEY (company_id, id),
  constraint sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint sessions_operator CHECK ((((operator_id IS NULL) = (operator_session IS NULL)) AND ((operator_id IS NULL) = (operator_name IS NULL))))
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_id ON sessions USING btree (id);
CREATE INDEX sessions_user ON sessions USING btree (company_id, user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table settings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (company_id, key),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table settings enable row level security;
alter table settings force row level security;
create policy tenant on settings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON settings FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table shortcut_choices (
  company_id bigint not null,
  user_id bigint not null,
  used boolean not null default true,
  keys jsonb not null default '{}'::jsonb,
  constraint shortcut_choices_pkey PRIMARY KEY (company_id, user_id),
  constraint shortcut_choices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table shortcut_choices enable row level security;
alter table shortcut_choices force row level security;
create policy tenant on shortcut_choices using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table socket_attachments (
  id bigint not null generated by default as identity,
  created_at timestamp with time zone not null default now(),
  payload bytea,
  constraint socket_attachments_pkey PRIMARY KEY (id)
);
CREATE INDEX socket_attachments_created ON socket_attachments USING btree (created_at);

create table tags (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  color text not null,
  kanban boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  user_id bigint,
  name_key text collate "C",
  constraint tags_pkey PRIMARY KEY (company_id, id),
  constraint tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tags_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id)
);
CREATE UNIQUE INDEX tags_name_key ON tags USING btree (company_id, name_key);
CREATE INDEX tags_user ON tags USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
alter table tags enable row level security;
alter table tags force row level security;
create policy tenant on tags using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER tags_keys BEFORE INSERT OR UPDATE OF name, name_key ON tags FOR EACH ROW EXECUTE FUNCTION keep_name_key();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON tags FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table template_syncs (
  company_id bigint not null,
  connection_id bigint not null,
  started_at timestamp with time zone,
  synced_at timestamp with time zone,
  failure text,
  constraint template_syncs_pkey PRIMARY KEY (company_id, connection_id),
  constraint template_syncs_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint template_syncs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table template_syncs enable row level security;
alter table template_syncs force row level security;
create policy tenant on template_syncs using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table templates (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  connection_id bigint not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  reason text,
  quality text not null default 'UNKNOWN'::text,
  content jsonb not null,
  seen_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint templates_pkey PRIMARY KEY (company_id, id),
  constraint templates_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint templates_category_check CHECK ((category = ANY (ARRAY['MARKETING'::text, 'UTILITY'::text, 'AUTHENTICATION'::text]))),
  constraint templates_quality_check CHECK ((quality = ANY (ARRAY['GREEN'::text, 'YELLOW'::text, 'RED'::text, 'UNKNOWN'::text]))),
  constraint templates_status_check CHECK ((status = ANY (ARRAY['APPROVED'::text, 'PENDING'::text, 'REJECTED'::text, 'PAUSED'::text, 'DISABLED'::text, 'OTHER'::text])))
);
CREATE UNIQUE INDEX templates_name ON templates USING btree (company_id, connection_id, name, language);
alter table templates enable row level security;
alter table templates force row level security;
create policy tenant on templates using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON templates FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table throttles (
  key text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_reset ON throttles USING btree (resets_at);

create table ticket_followers (
  company_id bigint not null,
  ticket_id bigint not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint ticket_followers_pkey PRIMARY KEY (company_id, ticket_id, user_id),
  constraint ticket_followers_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_followers_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_followers_user ON ticket_followers USING btree (company_id, user_id);
alter table ticket_followers enable row level security;
alter table ticket_followers force row level security;
create policy tenant on ticket_followers using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table ticket_marks (
  company_id bigint not null,
  user_id bigint not null,
  ticket_id bigint not null,
  pinned boolean not null default false,
  muted boolean not null default false,
  unread boolean not null default false,
  constraint ticket_marks_pkey PRIMARY KEY (company_id, user_id, ticket_id),
  constraint ticket_marks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint ticket_marks_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_marks_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_marks_ticket ON ticket_marks USING btree (company_id, ticket_id);
alter table ticket_marks enable row level security;
alter table ticket_marks force row level security;
create policy tenant on ticket_marks using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table ticket_moves (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  kind text not null,
  by_user_id bigint,
  queue_id bigint,
  user_id bigint,
  at timestamp with time zone not null,
  reason text,
  detail jsonb,
  constraint ticket_moves_pkey PRIMARY KEY (company_id, id),
  constraint ticket_moves_company_id_by_user_id_fkey FOREIGN KEY (company_id, by_user_id) REFERENCES users(company_id, id),
  constraint ticket_moves_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id),
  constraint ticket_moves_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_moves_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint ticket_moves_kinds_told CHECK ((kind = ANY (ARRAY['accepted'::text, 'returned'::text, 'transferred'::text, 'assigned'::text, 'tagged'::text, 'closed'::text, 'reopened'::text, 'rated'::text, 'botBegan'::text, 'botEnded'::text, 'assistantFailed'::text, 'assistantSilent'::text])))
);
CREATE INDEX ticket_moves_by_user ON ticket_moves USING btree (company_id, by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX ticket_moves_queue ON ticket_moves USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX ticket_moves_ticket ON ticket_moves USING btree (company_id, ticket_id, id DESC);
CREATE INDEX ticket_moves_user ON ticket_moves USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
alter table ticket_moves enable row level security;
alter table ticket_moves force row level security;
create policy tenant on ticket_moves using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table ticket_notes (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  ticket_id bigint not null,
  user_id bigint,
  kind text not null default 'written'::text,
  note text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  mentions bigint[] not null default '{}'::bigint[],
  read_by jsonb not null default '{}'::jsonb,
  pinned_at timestamp with time zone,
  media_key text,
  media_name text,
  media_mime text,
  media_size integer,
  constraint ticket_notes_pkey PRIMARY KEY (company_id, id),
  constraint ticket_notes_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_notes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint ticket_notes_kind_check CHECK ((kind = ANY (ARRAY['written'::text, 'mergedInto'::text])))
);
CREATE INDEX ticket_notes_media ON ticket_notes USING btree (company_id, media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX ticket_notes_ticket ON ticket_notes USING btree (company_id, ticket_id, id DESC);
CREATE INDEX ticket_notes_user ON ticket_notes USING btree (company_id, user_id);
CREATE INDEX ticket_notes_words ON ticket_notes USING gin (company_id, searchable(note) gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE (kind = 'written'::text);
alter table ticket_notes enable row level security;
alter table ticket_notes force row level security;
create policy search on ticket_notes for select to balcao_search using (true);
create policy tenant on ticket_notes using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON ticket_notes FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();
grant select on ticket_notes to balcao_search;

create table ticket_numbers (
  company_id bigint not null,
  last bigint not null,
  constraint ticket_numbers_pkey PRIMARY KEY (company_id),
  constraint ticket_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table ticket_numbers enable row level security;
alter table ticket_numbers force row level security;
create policy tenant on ticket_numbers using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table ticket_tags (
  company_id bigint not null,
  ticket_id bigint not null,
  tag_id bigint not null,
  constraint ticket_tags_pkey PRIMARY KEY (company_id, ticket_id, tag_id),
  constraint ticket_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES tags(company_id, id) ON DELETE CASCADE,
  constraint ticket_tags_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
CREATE INDEX ticket_tags_tag ON ticket_tags USING btree (company_id, tag_id);
alter table ticket_tags enable row level security;
alter table ticket_tags force row level security;
create policy tenant on ticket_tags using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table ticket_views (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  user_id bigint not null,
  name text not null,
  shared boolean not null default false,
  filter jsonb not null,
  place integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint ticket_views_pkey PRIMARY KEY (company_id, id),
  constraint ticket_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint ticket_views_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX ticket_views_name ON ticket_views USING btree (company_id, user_id, lower(name));
CREATE INDEX ticket_views_shared ON ticket_views USING btree (company_id) WHERE shared;
alter table ticket_views enable row level security;
alter table ticket_views force row level security;
create policy tenant on ticket_views using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON ticket_views FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();

create table tickets (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  uuid uuid not null default gen_random_uuid(),
  status text not null,
  contact_id bigint not null,
  connection_id bigint,
  queue_id bigint,
  user_id bigint,
  protocol text not null default ''::text,
  is_group boolean not null default false,
  chatbot boolean not null default false,
  use_integration boolean not null default false,
  prompt_id bigint,
  integration_id bigint,
  unread_messages integer not null default 0,
  last_message text not null default ''::text,
  last_message_type text not null default 'conversation'::text,
  last_message_from_me boolean not null default false,
  last_message_ack smallint not null default 0,
  last_message_failed boolean not null default false,
  last_message_id bigint,
  last_message_at timestamp with time zone,
  last_inbound_at timestamp with time zone,
  revision bigint not null default 1,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  automatic_texts integer not null default 0,
  rating_until timestamp with time zone,
  undo jsonb,
  number bigint not null,
  last_message_deleted boolean not null default false,
  read_up_to bigint not null default 0,
  closed_updated_at timestamp with time zone,
  person_at timestamp with time zone,
  waiting_since timestamp with time zone,
  began_at timestamp with time zone,
  answered_at timestamp with time zone,
  snoozed_at timestamp with time zone,
  snoozed_until timestamp with time zone,
  priority boolean not null default false,
  constraint tickets_pkey PRIMARY KEY (company_id, id),
  constraint tickets_contact_of UNIQUE (company_id, id, contact_id),
  constraint tickets_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint tickets_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tickets_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id),
  constraint tickets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint tickets_last_message_ack_check CHECK (((last_message_ack >= 0) AND (last_message_ack <= 4))),
  constraint tickets_last_message_type_check CHECK ((last_message_type = ANY (ARRAY['conversation'::text, 'image'::text, 'video'::text, 'audio'::text, 'application'::text, 'sticker'::text, 'locationMessage'::text, 'vcard'::text, 'call_log'::text, 'unsupported'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX tickets_active ON tickets USING btree (company_id, contact_id, connection_id) WHERE (status <> 'closed'::text);
CREATE INDEX tickets_by_status ON tickets USING btree (company_id, status, closed_updated_at DESC, id DESC);
CREATE INDEX tickets_by_user ON tickets USING btree (company_id, user_id, status, closed_updated_at DESC, id DESC);
CREATE UNIQUE INDEX tickets_company_uuid ON tickets USING btree (company_id, uuid);
CREATE INDEX tickets_connection ON tickets USING btree (company_id, connection_id, status);
CREATE INDEX tickets_contact ON tickets USING btree (company_id, contact_id, connection_id, id DESC);
CREATE INDEX tickets_created ON tickets USING btree (company_id, created_at);
CREATE UNIQUE INDEX tickets_number ON tickets USING btree (company_id, number);
CREATE INDEX tickets_of_queue ON tickets USING btree (company_id, queue_id, status, closed_updated_at DESC, id DESC) WHERE (queue_id IS NOT NULL);
CREATE INDEX tickets_rating ON tickets USING btree (rating_until) WHERE (rating_until IS NOT NULL);
CREATE INDEX tickets_without_queue ON tickets USING btree (company_id, status, closed_updated_at DESC, id DESC) WHERE (queue_id IS NULL);
alter table tickets set (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_analyze_scale_factor=0.02, autovacuum_analyze_threshold=10000);
comment on table tickets is 'No index has updated_at, unread_messages or anything else that a message changes, so a message enters no index of this table.';
comment on index tickets_active is 'At most one active ticket for each chat.';
comment on index tickets_by_status is 'Tabs: the pending and the open tickets of a company, sorted afterwards; page after page of the closed ones in this order.';
comment on index tickets_by_user is 'The open tickets of an agent, those of a deleted user, closed ones by agent.';
comment on index tickets_connection is 'The active tickets of a connection, which the clock hands over or closes.';
comment on index tickets_contact is 'The latest ticket of a chat, at each message; the tickets of a contact.';
comment on index tickets_created is 'Tickets by the day on which they began.';
comment on index tickets_of_queue is 'The active tickets of a deleted queue, closed ones by queue.';
comment on index tickets_rating is 'Waits for a rating that are over, of all companies.';
comment on index tickets_without_queue is 'Closed tickets without a queue, for whoever sees those and the ones of some queues.';
comment on column tickets.read_up_to is 'Messages at this position or before it were read. A position is an id, or one drawn from the same sequence.';
comment on column tickets.closed_updated_at is 'updated_at of a closed ticket; null while it is active, so that messages change nothing that is in an index.';
comment on column tickets.waiting_since is 'Since when the customer waits for a person: their first word after the last answer, or when the ticket came back into a queue.';
comment on column tickets.began_at is 'When the service cycle began; null: when the ticket did.';
comment on column tickets.answered_at is 'The first answer of a person in this service cycle.';
comment on column tickets.snoozed_until is 'Null in a snoozed ticket: until the customer writes.';
alter table tickets enable row level security;
alter table tickets force row level security;
create policy tenant on tickets using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER place_closed BEFORE INSERT OR UPDATE ON tickets FOR EACH ROW WHEN (((new.status = 'closed'::text) OR (new.closed_updated_at IS NOT NULL))) EXECUTE FUNCTION place_closed_ticket();

create table usage_meters (
  company_id bigint not null,
  messages bigint not null default 0,
  month_messages bigint not null default 0,
  storage_bytes bigint not null default 0,
  measured_at timestamp with time zone,
  counted_to bigint,
  counting_messages bigint not null default 0,
  counting_month bigint not null default 0,
  counting_bytes bigint not null default 0,
  counting_since timestamp with time zone,
  constraint usage_meters_pkey PRIMARY KEY (company_id),
  constraint usage_meters_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table usage_meters enable row level security;
alter table usage_meters force row level security;
create policy tenant on usage_meters using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table user_queues (
  company_id bigint not null,
  user_id bigint not null,
  queue_id bigint not null,
  constraint user_queues_pkey PRIMARY KEY (company_id, user_id, queue_id),
  constraint user_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint user_queues_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
CREATE INDEX user_queues_queue ON user_queues USING btree (company_id, queue_id);
alter table user_queues enable row level security;
alter table user_queues force row level security;
create policy tenant on user_queues using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table user_ratings (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  attendance_id bigint not null,
  ticket_id bigint,
  user_id bigint not null,
  rate smallint not null,
  created_at timestamp with time zone not null default now(),
  constraint user_ratings_pkey PRIMARY KEY (company_id, id),
  constraint user_ratings_company_id_attendance_id_fkey FOREIGN KEY (company_id, attendance_id) REFERENCES attendances(company_id, id) ON DELETE CASCADE,
  constraint user_ratings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint user_ratings_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (ticket_id),
  constraint user_ratings_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id),
  constraint user_ratings_rate_check CHECK (((rate >= 1) AND (rate <= 3)))
);
CREATE UNIQUE INDEX user_ratings_attendance ON user_ratings USING btree (company_id, attendance_id);
CREATE INDEX user_ratings_ticket ON user_ratings USING btree (company_id, ticket_id);
CREATE INDEX user_ratings_user ON user_ratings USING btree (company_id, user_id, created_at);
alter table user_ratings enable row level security;
alter table user_ratings force row level security;
create policy tenant on user_ratings using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table users (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  email text not null,
  password_hash text not null,
  profile text not null default 'user'::text,
  super boolean not null default false,
  all_ticket boolean not null default false,
  connection_id bigint,
  language text,
  token_version integer not null default 0,
  online boolean not null default false,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  export_contacts boolean not null default false,
  email_key text collate "C",
  second_factor boolean not null default false,
  away boolean not null default false,
  send_with text not null default 'enter'::text,
  assignment_capacity integer,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint users_assignment_capacity_check CHECK (((assignment_capacity >= 1) AND (assignment_capacity <= 1000))),
  constraint users_profile_check CHECK ((profile = ANY (ARRAY['user'::text, 'supervisor'::text, 'admin'::text]))),
  constraint users_send_with_check CHECK ((send_with = ANY (ARRAY['enter'::text, 'ctrlEnter'::text])))
);
CREATE INDEX users_connection ON users USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email_key) WHERE (deleted_at IS NULL);
CREATE INDEX users_online ON users USING btree (last_seen_at) WHERE online;
alter table users set (autovacuum_analyze_threshold=5000);
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON users FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();
CREATE TRIGGER users_keys BEFORE INSERT OR UPDATE OF email, email_key ON users FOR EACH ROW EXECUTE FUNCTION keep_email_key();

create table web_session_keys (
  company_id bigint not null,
  connection_id bigint not null,
  category text not null,
  id text not null,
  value bytea not null,
  constraint web_session_keys_pkey PRIMARY KEY (company_id, connection_id, category, id),
  constraint web_session_keys_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES web_sessions(company_id, connection_id) ON DELETE CASCADE
);
alter table web_session_keys enable row level security;
alter table web_session_keys force row level security;
create policy tenant on web_session_keys using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table web_sessions (
  company_id bigint not null,
  connection_id bigint not null,
  wanted text not null,
  generation integer not null default 1,
  pairing_number text,
  credentials bytea,
  owner uuid,
  epoch bigint not null default 0,
  lease_until timestamp with time zone,
  failures integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  covered_until timestamp with time zone,
  constraint web_sessions_pkey PRIMARY KEY (company_id, connection_id),
  constraint web_sessions_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint web_sessions_wanted_check CHECK ((wanted = ANY (ARRAY['run'::text, 'stop'::text, 'unlink'::text])))
);
CREATE INDEX web_sessions_due ON web_sessions USING btree (next_try_at) WHERE (wanted <> 'stop'::text);
alter table web_sessions enable row level security;
alter table web_sessions force row level security;
create policy tenant on web_sessions using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table web_stanzas (
  company_id bigint not null,
  connection_id bigint not null,
  direction text not null,
  id text not null,
  content bytea not null,
  position bigint not null generated by default as identity,
  created_at timestamp with time zone not null default now(),
  replays smallint not null default 0,
  constraint web_stanzas_pkey PRIMARY KEY (company_id, connection_id, direction, id),
  constraint web_stanzas_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES web_sessions(company_id, connection_id) ON DELETE CASCADE,
  constraint web_stanzas_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
);
CREATE INDEX web_stanzas_created ON web_stanzas USING btree (created_at);
alter table web_stanzas enable row level security;
alter table web_stanzas force row level security;
create policy tenant on web_stanzas using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table webhook_deliveries (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  webhook_id bigint not null,
  event_id uuid not null default gen_random_uuid(),
  event text not null,
  line text not null,
  body text not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  code integer,
  reason text,
  answer text not null default ''::text,
  ms integer,
  since timestamp with time zone not null,
  created_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text])))
);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries USING btree (company_id, webhook_id, id) WHERE (state = 'dead'::text);
CREATE INDEX webhook_deliveries_line ON webhook_deliveries USING btree (company_id, webhook_id, line, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (company_id, webhook_id, id DESC);
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries USING btree (state, settled_at);
CREATE INDEX webhook_deliveries_since ON webhook_deliveries USING btree (since) WHERE (state = 'waiting'::text);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy tenant on webhook_deliveries using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table webhook_lines (
  company_id bigint not null,
  webhook_id bigint not null,
  line text not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  constraint webhook_lines_pkey PRIMARY KEY (company_id, webhook_id, line),
  constraint webhook_lines_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_lines_due ON webhook_lines USING btree (next_at);
CREATE INDEX webhook_lines_next ON webhook_lines USING btree (company_id, webhook_id, next_at);
alter table webhook_lines enable row level security;
alter table webhook_lines force row level security;
create policy tenant on webhook_lines using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));

create table webhooks (
  company_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  url text not null,
  secret bytea not null,
  events text[] not null,
  active boolean not null default true,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  retry_at timestamp with time zone,
  last_delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (company_id, id),
  constraint webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy tenant on webhooks using (((company_id = ( SELECT current_company() AS current_company)) OR ( SELECT on_platform() AS on_platform)));
CREATE TRIGGER configuration_changed AFTER INSERT OR DELETE OR UPDATE OF active, events ON webhooks FOR EACH ROW EXECUTE FUNCTION configuration_changed();
CREATE TRIGGER updated_later BEFORE UPDATE OF updated_at ON webhooks FOR EACH ROW WHEN ((new.updated_at <= old.updated_at)) EXECUTE FUNCTION updated_later();
