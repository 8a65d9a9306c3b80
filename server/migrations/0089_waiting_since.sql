-- outside a transaction
-- Active tickets get what is known of their wait.
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
    update tickets t set
        waiting_since = case when t.status = 'pending' or not t.last_message_from_me then coalesce(t.last_inbound_at, t.created_at) end,
        began_at = (select a.queued_at from attendances a where a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null),
        answered_at = (select a.first_response_at from attendances a where a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null)
      where (t.company_id, t.id) > (last_company, last_id) and (t.company_id, t.id) <= (upto.company_id, upto.id)
        and t.status in ('pending', 'open') and t.began_at is null;
    commit;
    last_company := upto.company_id;
    last_id := upto.id;
  end loop;
end $$;

create index concurrently if not exists messages_files on messages (company_id, ticket_id) where media_key is not null;
comment on index messages_files is 'Whether a ticket has a file, for the search.';
