-- outside a transaction
-- Every message changes its ticket. If no index has what it changes, the row is rewritten in its place (HOT) and none is entered.
-- Active tickets are few, so lists sort them when they are asked for. Closed ones are many, and nobody writes in them.
do $$
declare
  upto record;
  last_company bigint := 0;
  last_id bigint := 0;
begin
  loop
    select company_id, id into upto from (
      select company_id, id from tickets where (company_id, id) > (last_company, last_id) order by company_id, id limit 5000
    ) portion order by company_id desc, id desc limit 1;
    exit when not found;
    update tickets set closed_updated_at = updated_at
      where (company_id, id) > (last_company, last_id) and (company_id, id) <= (upto.company_id, upto.id)
        and status = 'closed' and closed_updated_at is null;
    commit;
    last_company := upto.company_id;
    last_id := upto.id;
  end loop;
end $$;

create index concurrently if not exists tickets_by_status on tickets (company_id, status, closed_updated_at desc, id desc);
create index concurrently if not exists tickets_by_user on tickets (company_id, user_id, status, closed_updated_at desc, id desc);
create index concurrently if not exists tickets_by_queue on tickets (company_id, queue_id, status, closed_updated_at desc, id desc);
drop index concurrently if exists tickets_list;
drop index concurrently if exists tickets_mine;
drop index concurrently if exists tickets_queue;
drop index concurrently if exists tickets_recent;
drop index concurrently if exists tickets_idle;
drop index concurrently if exists tickets_unread;

comment on table tickets is 'No index has updated_at, unread_messages or anything else that a message changes, so a message enters no index of this table.';
comment on index tickets_by_status is 'Tabs: the pending and the open tickets of a company, sorted afterwards; page after page of the closed ones in this order.';
comment on index tickets_by_user is 'The open tickets of an agent, those of a deleted user, closed ones by agent.';
comment on index tickets_by_queue is 'The active tickets of a deleted queue, closed ones by queue.';
comment on index tickets_contact is 'The latest ticket of a chat, at each message; the tickets of a contact.';
comment on index tickets_active is 'At most one active ticket for each chat.';
comment on index tickets_connection is 'The active tickets of a connection, which the clock hands over or closes.';
comment on index tickets_created is 'Tickets by the day on which they began.';
comment on index tickets_rating is 'Waits for a rating that are over, of all companies.';
