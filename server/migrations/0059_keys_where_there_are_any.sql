-- outside a transaction
-- A message has one of the two keys: ours if it goes out, the provider's if it came in. Each index has only the rows with its key.
create unique index concurrently if not exists messages_own_key on messages (company_id, client_key) where client_key is not null;
drop index concurrently if exists messages_client_key;
create unique index concurrently if not exists messages_provider_key on messages (company_id, connection_id, external_id, from_me)
  where external_id is not null;
drop index concurrently if exists messages_external;
