-- Who is behind an identity was asked as a join, planned for each company by itself. Where PostgreSQL knows nothing yet of a company, for a sheet of
-- contacts has just come in, it takes the company for one of a row or two, and compared each of its contacts with each of its identities: 50,000 of both
-- took minutes, for each message. Look-ups by key cannot be planned that way, and a plan for all companies does not read the whole of one.
create or replace function contacts_behind(company bigint, kinds text[], identity_values text[])
  returns table (id bigint, name text, number text, named boolean, is_group boolean, identities json) language plpgsql stable rows 4
  set plan_cache_mode = force_generic_plan as $$
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
$$;
-- The same for what receives and sends, which looks up by key alone.
alter function hold_identities(bigint, text[], text[], text[], text) set plan_cache_mode = force_generic_plan;
alter function open_chat(bigint, bigint, bigint, text, boolean) set plan_cache_mode = force_generic_plan;
alter function open_chats(bigint, date, bigint[], bigint[], text[], text[]) set plan_cache_mode = force_generic_plan;
alter function hold_message(bigint, bigint) set plan_cache_mode = force_generic_plan;
alter function settle_sent(bigint, timestamptz, bigint[], text[]) set plan_cache_mode = force_generic_plan;
alter function take_ticks(bigint, date, timestamptz, bigint[], text[], text[], text[], int[]) set plan_cache_mode = force_generic_plan;
