-- outside a transaction
-- What a customer has deleted is not shown, so neither the list of tickets nor the search may hold it.
alter table tickets add column if not exists last_message_deleted boolean not null default false;

set role balcao_search;
-- As before, without what customers deleted.
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
              and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted))
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
              and m.media_type in ('conversation', 'image', 'video', 'application') and (m.from_me or not m.is_deleted))
          select matches.ticket_id from matches order by matches.id desc limit remaining;
      end if;
    end
  $$;
reset role;

do $$
declare last bigint := 0; upto bigint;
begin
  loop
    select max(id) into upto from (select id from tickets where id > last order by id limit 5000) portion;
    exit when upto is null;
    update tickets t set last_message = '', last_message_deleted = true
      from messages m where t.id > last and t.id <= upto and not t.last_message_deleted
        and m.company_id = t.company_id and m.id = t.last_message_id and m.is_deleted;
    commit;
    last := upto;
  end loop;
end $$;
