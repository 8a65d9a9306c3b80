-- What a message that came in needs under a lock, in one statement each: these lock, and read only then, so they see what those before them did.

-- Locks a chat until the transaction ends. Then: the contact, whether the message is there already, and if not the chat's latest ticket, locked
-- as well, the active one if there is one. No row if the contact is gone.
create function open_chat(company bigint, connection bigint, contact bigint, known_as text, ours boolean)
  returns table (campaign_at timestamptz, known_id bigint, known_contact_id bigint, latest tickets) language plpgsql as $$
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
$$;

-- The contacts with any of these identities, each with all of its own, the most recent first.
create function contacts_behind(company bigint, kinds text[], identity_values text[])
  returns table (id bigint, name text, number text, named boolean, is_group boolean, identities json) language sql stable as $$
    select c.id, c.name, c.number, c.named, c.is_group, (
      select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.created_at desc)
      from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id)
    from contacts c
    where c.company_id = company and c.id in (
      select i.contact_id from unnest(kinds, identity_values) as wanted (kind, value)
      join contact_identities i on i.company_id = company and i.kind = wanted.kind and i.scope = '' and i.value = wanted.value)
$$;

-- Lets one transaction at a time decide which contact has these identities; the locks are taken in the order of their names. Then: the contacts
-- behind them, and who has this number.
create function hold_identities(company bigint, lock_names text[], kinds text[], identity_values text[], wanted text)
  returns table (contacts json, number_holder bigint) language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(l.name, 0)) from unnest(lock_names) with ordinality as l (name, place) order by place;
    return query select
      (select coalesce(json_agg(row_to_json(b)), '[]') from contacts_behind(company, kinds, identity_values) b),
      (select c.id from contacts c where c.company_id = company and c.number = wanted and c.number <> '' limit 1);
  end
$$;
