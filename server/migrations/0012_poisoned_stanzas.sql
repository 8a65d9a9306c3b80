-- At how many logins a stanza was passed on again.
alter table web_stanzas add column replays smallint not null default 0;
drop index web_stanzas_created;
create index web_stanzas_created on web_stanzas (created_at);
