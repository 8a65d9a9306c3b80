-- A message that we sent entered two indexes once the provider had named it, the second one only so that its row goes when the message does. A
-- message knows that id itself, so its row is found by the first.
alter table message_external_ids drop constraint message_external_ids_company_id_message_id_fkey;
drop index message_external_ids_message;
create function forget_external_ids() returns trigger language plpgsql as $$
begin
  delete from message_external_ids e using gone g
  where e.company_id = g.company_id and e.connection_id = g.connection_id and e.external_id = g.sent_as and e.message_id = g.id;
  return null;
end $$;
create trigger messages_forget_external_ids after delete on messages referencing old table as gone
  for each statement execute function forget_external_ids();
comment on table message_external_ids is 'By which id the provider names what we sent. A row goes with its message by the trigger messages_forget_external_ids, so that it is in one index.';
