-- Whether what waits rings again until somebody accepts it or the person has seen it.
alter table notice_choices add column insist boolean not null default false;
