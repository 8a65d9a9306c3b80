-- outside a transaction
-- Contacts by name, with the number: what is looked for in both is read from the index alone, where each contact was fetched for itself.
create index concurrently if not exists contacts_by_name on contacts (company_id, name collate portuguese, id) include (number);
drop index concurrently if exists contacts_alphabet;
