-- A person let it go whatever the health of its number says, so that does not hold it back either.
alter table message_outbox add column overrules boolean not null default false;
