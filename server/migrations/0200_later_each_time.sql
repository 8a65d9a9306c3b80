-- outside a transaction
-- A change is dated before it waits for its row, so of two that wait for one row the later one could carry the earlier time. Browsers take what is
-- dated earlier for older and leave it out: a message that was delivered stayed "sent" until the page was loaded anew. Now the time of a row only
-- grows. Tickets and chats have a revision for that, and stand in the order of their times: one that was dated while the clock was ahead must be able
-- to go back.
create or replace function updated_later() returns trigger language plpgsql as $$
  begin
    new.updated_at := old.updated_at + interval '1 millisecond';
    return new;
  end
$$;

create or replace trigger updated_later before update of updated_at on announcements for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on api_keys for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on automations for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on campaign_settings for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on campaigns for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on chatbot_sessions for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on companies for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on connections for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on contact_list_items for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on contact_lists for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on contacts for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on file_lists for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on helps for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on imports for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on inbox_assistants for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on integration_deliveries for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on integrations for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on invoices for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on message_outbox for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on messages for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on plans for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on prompts for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on queue_options for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on queues for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on quick_messages for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on scheduled_messages for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on settings for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on tags for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on templates for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on ticket_notes for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on ticket_views for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on users for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();
create or replace trigger updated_later before update of updated_at on webhooks for each row
  when (new.updated_at <= old.updated_at) execute function updated_later();

-- A message in the outbox is as new as its place there, so out of it the message must not be older.
create or replace function settle_sent(company bigint, at timestamptz, wanted bigint[], known_as text[])
  returns table (place int, message messages, ticket tickets) language plpgsql set enable_seqscan to off as $$
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
$$;
