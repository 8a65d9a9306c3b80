-- The template that a message is sent as, with its variables filled in.
alter table messages add column template jsonb;
