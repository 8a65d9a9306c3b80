-- outside a transaction
-- A search of contacts brought each name that it read to the form that is compared, which took it most of its time. Now that form is stored, and
-- stands in the index of the alphabet. See docs/decisions/0034-keys-that-are-stored.md.
alter table contacts add column if not exists search_key text collate "C";

create or replace function keep_contact_keys() returns trigger language plpgsql as $$
  begin
    new.name_key := lower(new.name);
    new.number_tail := case when length(new.number) >= 8 then right(new.number, 8) end;
    new.search_key := public.searchable(new.name || ' ' || new.number);
    return new;
  end $$;
create or replace trigger contacts_keys before insert or update of name, number, name_key, number_tail, search_key on contacts
  for each row execute function keep_contact_keys();

do $$
declare last bigint := 0; upto bigint;
begin
  loop
    select max(id) into upto from (select id from contacts where id > last order by id limit 5000) portion;
    exit when upto is null;
    update contacts set search_key = null where id > last and id <= upto and search_key is null;
    commit;
    last := upto;
  end loop;
end $$;

create index concurrently if not exists contacts_alphabet on contacts (company_id, name collate portuguese, id) include (search_key);
-- All rows were written: without it each would be looked at beside the index.
vacuum (analyze) contacts;

set role balcao_search;
-- How many of a company's newest 256 contacts hold `wanted` in their name or number.
create or replace function common_in_contacts(wanted text) returns integer
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off as $$
    select count(*)::integer from (select c.search_key from contacts c where c.company_id = current_company() order by c.id desc limit 256) newest
    where newest.search_key like '%' || wanted || '%'
  $$;

create or replace function contacts_with(wanted text, at_most integer) returns table (contact_id bigint, called text, added_at timestamptz)
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan
  as $$
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
  $$;

create or replace function search_contacts(wanted text, at_most integer) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off as $$
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
  $$;

create or replace function search_contacts_by_name(wanted text, at_most integer, added_from timestamptz default null, added_before timestamptz default null)
  returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off as $$
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
  $$;
reset role;

drop index concurrently if exists contacts_by_name;
