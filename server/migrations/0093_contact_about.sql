-- What a person knows of a contact: their language (a BCP 47 tag; empty if unknown), their birthday, and whether the company wants nothing of them.
alter table contacts add column language text not null default '';
alter table contacts add column birthday date;
alter table contacts add column blocked_at timestamptz;
