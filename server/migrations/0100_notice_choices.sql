-- Hours in which nothing rings for a person, and what it sounds like otherwise.
alter table notice_choices add column quiet_from text;
alter table notice_choices add column quiet_to text;
-- By kind, and by queue.
alter table notice_choices add column tones jsonb not null default '{"kinds": {}, "queues": {}}';
