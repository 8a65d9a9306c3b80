-- outside a transaction

-- Unique keys name the company, so that a table can be spread over several databases by it. What remains without it is looked up before the
-- company is known: a session, a webhook, a token, an e-mail address.
create unique index concurrently if not exists tickets_company_uuid on tickets (company_id, uuid);
drop index concurrently if exists tickets_uuid;
create unique index concurrently if not exists contacts_company_uuid on contacts (company_id, uuid);
drop index concurrently if exists contacts_uuid;
drop index concurrently if exists users_id;

-- For the key by which a message names the contact of its ticket.
create unique index concurrently if not exists tickets_contact_of on tickets (company_id, id, contact_id);
do $$
begin
  if not exists (select from pg_constraint where conname = 'tickets_contact_of') then
    alter table tickets add constraint tickets_contact_of unique using index tickets_contact_of;
  end if;
end $$;

-- Functions that look past the policies take no name from a temporary table.
do $$
declare f regprocedure;
begin
  set local role balcao_search;
  for f in select p.oid from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace loop
    execute format('alter function %s set search_path = public, pg_temp', f);
  end loop;
end $$;

-- Closed sets. The next file looks at the rows that are there.
alter table users
  drop constraint if exists users_profile_check,
  add constraint users_profile_check check (profile in ('user', 'supervisor', 'admin')) not valid;
alter table connections
  drop constraint if exists connections_channel_check,
  drop constraint if exists connections_status_check,
  add constraint connections_channel_check check (channel in ('whatsapp_web', 'whatsapp_cloud', 'simulator')) not valid,
  add constraint connections_status_check check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')) not valid;
alter table connection_statuses
  drop constraint if exists connection_statuses_status_check,
  add constraint connection_statuses_status_check check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')) not valid;
alter table contact_identities
  drop constraint if exists contact_identities_kind_check,
  add constraint contact_identities_kind_check check (kind in ('phone', 'wa_pn', 'wa_lid', 'wa_bsuid', 'username', 'group')) not valid;
alter table attendances
  drop constraint if exists attendances_rating_check,
  add constraint attendances_rating_check check (rating between 1 and 3) not valid;
alter table tickets
  drop constraint if exists tickets_last_message_type_check,
  drop constraint if exists tickets_last_message_ack_check,
  add constraint tickets_last_message_type_check check (last_message_type in
    ('conversation', 'image', 'video', 'audio', 'application', 'sticker', 'locationMessage', 'vcard', 'call_log', 'unsupported')) not valid,
  add constraint tickets_last_message_ack_check check (last_message_ack between 0 and 4) not valid;
alter table messages
  drop constraint if exists messages_state_check,
  drop constraint if exists messages_media_state_check,
  drop constraint if exists messages_media_type_check,
  drop constraint if exists messages_ack_check,
  add constraint messages_state_check check (state in ('received', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed')) not valid,
  add constraint messages_media_state_check check (media_state in ('none', 'pending', 'ready', 'failed')) not valid,
  add constraint messages_media_type_check check (media_type in
    ('conversation', 'image', 'video', 'audio', 'application', 'sticker', 'locationMessage', 'vcard', 'call_log', 'unsupported')) not valid,
  add constraint messages_ack_check check (ack between 0 and 4) not valid;
-- A merge moves the messages along with their tickets.
alter table messages
  drop constraint if exists messages_contact_of_ticket,
  add constraint messages_contact_of_ticket foreign key (company_id, ticket_id, contact_id)
    references tickets (company_id, id, contact_id) on update cascade on delete cascade not valid;
