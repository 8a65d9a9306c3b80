-- Settles messages that the provider has taken, `known_as` being what it calls each: out of the outbox, with what lists show of them. `place`: which
-- one of those given. As `take_ticks` it waits for nobody: a message whose ticket, row or place in the outbox another transaction holds is left out
-- of the answer, and so is one that a status has settled already.
create function settle_sent(company bigint, at timestamptz, wanted bigint[], known_as text[])
  returns table (place int, message messages, ticket tickets) language plpgsql set enable_seqscan to off as $$
  declare
    of_ticket bigint;
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
      perform from message_outbox o where o.company_id = company and o.message_id = wanted[i] and o.state = 'sending' for update skip locked;
      continue when not found;
      delete from message_outbox o where o.company_id = company and o.message_id = wanted[i];
      insert into message_external_ids (company_id, connection_id, external_id, message_id)
        select m.company_id, m.connection_id, known_as[i], m.id from messages m where m.company_id = company and m.id = wanted[i]
        on conflict do nothing;
      update messages m set state = 'sent', ack = 1, fail_reason = null, sent_as = known_as[i], updated_at = at
        where m.company_id = company and m.id = wanted[i] returning m.* into message;
      if ticket.last_message_id = wanted[i] then
        update tickets t set last_message_ack = 1, last_message_failed = false, revision = t.revision + 1
          where t.company_id = company and t.id = of_ticket returning t.* into ticket;
      end if;
      return next;
    end loop;
  end
$$;
