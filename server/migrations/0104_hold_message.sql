-- Locks a message's ticket, then the message, then its place in the outbox, and reads each only when it is locked. No row if the message is gone.
create function hold_message(company bigint, wanted bigint) returns table (message messages, waiting message_outbox) language plpgsql as $$
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
$$;
