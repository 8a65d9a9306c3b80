-- What many facts that came in need under locks, in one statement. Both wait for nobody: a fact whose chat, ticket, message or key another
-- transaction holds is left out of the answer, and so is what is more than the ordinary case. Sequential scans are off, since plans are kept:
-- one that was made for a table of some rows is used until that is analysed again, by when it may have thousands.

-- Notes the key of a fact: true if it is new, false if it is there already, null while somebody else is about to note it.
create function try_note_inbound(company bigint, connection bigint, key text, today date) returns boolean language plpgsql
  set enable_seqscan to off as $$
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
$$;

-- Statuses of messages that we sent: each notes its key, and moves the message and what lists show of it up. `place`: which one of those given.
-- With the message and its ticket where something changed. Left out: unknown messages, and those in the outbox, failed or edited.
create function take_ticks(company bigint, today date, at timestamptz, connections bigint[], keys text[], known_as text[], states text[], acks int[])
  returns table (place int, message messages, ticket tickets) language plpgsql set enable_seqscan to off as $$
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
$$;

-- Messages of customers in conversations with an active ticket: each locks its chat and ticket, and notes its key. `is_new`: false if that was
-- noted before. Left out: contacts that are gone or blocked, messages that are there already, chats without an active ticket.
create function open_chats(company bigint, today date, connections bigint[], contacts bigint[], keys text[], known_as text[])
  returns table (place int, is_new boolean, campaign_at timestamptz, latest tickets) language plpgsql set enable_seqscan to off as $$
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
$$;

alter function open_chat(bigint, bigint, bigint, text, boolean) set enable_seqscan to off;
alter function hold_message(bigint, bigint) set enable_seqscan to off;
alter function note_inbound(bigint, bigint, text, date) set enable_seqscan to off;
