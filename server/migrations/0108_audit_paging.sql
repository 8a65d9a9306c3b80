-- outside a transaction
-- The entry after which a page begins, and the entries of one kind, newest first.
create index concurrently if not exists audit_log_id on audit_log (id);
create index concurrently if not exists audit_log_verb on audit_log (verb, at desc, id desc);
