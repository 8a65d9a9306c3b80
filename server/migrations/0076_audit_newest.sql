-- outside a transaction
-- The log of all companies, newest first, for operators.
create index concurrently if not exists audit_log_newest on audit_log (at desc, id desc);
