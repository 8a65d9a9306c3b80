-- outside a transaction

-- Looks at the rows that were there before the rules of 0024. Reading and writing go on meanwhile.
update messages m set contact_id = t.contact_id from tickets t where t.company_id = m.company_id and t.id = m.ticket_id and t.contact_id <> m.contact_id;
alter table messages validate constraint messages_state_check;
alter table messages validate constraint messages_media_state_check;
alter table messages validate constraint messages_media_type_check;
alter table messages validate constraint messages_ack_check;
alter table messages validate constraint messages_contact_of_ticket;
alter table tickets validate constraint tickets_last_message_type_check;
alter table tickets validate constraint tickets_last_message_ack_check;
alter table attendances validate constraint attendances_rating_check;
alter table contact_identities validate constraint contact_identities_kind_check;
alter table connection_statuses validate constraint connection_statuses_status_check;
alter table connections validate constraint connections_channel_check;
alter table connections validate constraint connections_status_check;
alter table users validate constraint users_profile_check;
-- The ticket has a contact of the company, so the message has.
alter table messages drop constraint if exists messages_company_id_ticket_id_fkey;
alter table messages drop constraint if exists messages_company_id_contact_id_fkey;
