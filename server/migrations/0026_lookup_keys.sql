-- outside a transaction
-- Under row-level security a condition may use an index only if its functions are leakproof. lower() and right() are not, comparisons of
-- text are: so what is looked up is stored in the form in which it is looked up. See docs/decisions/0034-keys-that-are-stored.md.
-- Compared by its bytes, so that one index serves equality and beginnings, whatever the collation of the database. Triggers keep the keys: a
-- generated column would rewrite the table under a lock.
alter table users add column if not exists email_key text collate "C";
alter table tags add column if not exists name_key text collate "C";
alter table contacts add column if not exists name_key text collate "C", add column if not exists number_tail text collate "C";

create or replace function keep_email_key() returns trigger language plpgsql as $$
  begin
    new.email_key := lower(new.email);
    return new;
  end $$;
create or replace function keep_name_key() returns trigger language plpgsql as $$
  begin
    new.name_key := lower(new.name);
    return new;
  end $$;
create or replace function keep_contact_keys() returns trigger language plpgsql as $$
  begin
    new.name_key := lower(new.name);
    new.number_tail := case when length(new.number) >= 8 then right(new.number, 8) end;
    return new;
  end $$;
create or replace trigger users_keys before insert or update of email, email_key on users for each row execute function keep_email_key();
create or replace trigger tags_keys before insert or update of name, name_key on tags for each row execute function keep_name_key();
create or replace trigger contacts_keys before insert or update of name, number, name_key, number_tail on contacts
  for each row execute function keep_contact_keys();

do $$
declare last bigint := 0; upto bigint;
begin
  loop
    select max(id) into upto from (select id from users where id > last order by id limit 5000) portion;
    exit when upto is null;
    update users set email_key = null where id > last and id <= upto and email_key is null;
    commit;
    last := upto;
  end loop;
end $$;
do $$
declare last bigint := 0; upto bigint;
begin
  loop
    select max(id) into upto from (select id from tags where id > last order by id limit 5000) portion;
    exit when upto is null;
    update tags set name_key = null where id > last and id <= upto and name_key is null;
    commit;
    last := upto;
  end loop;
end $$;
do $$
declare last bigint := 0; upto bigint;
begin
  loop
    select max(id) into upto from (select id from contacts where id > last order by id limit 5000) portion;
    exit when upto is null;
    update contacts set name_key = null where id > last and id <= upto and name_key is null;
    commit;
    last := upto;
  end loop;
end $$;

create unique index concurrently if not exists users_email_key on users (email_key) where deleted_at is null;
drop index concurrently if exists users_email;
create unique index concurrently if not exists tags_name_key on tags (company_id, name_key);
drop index concurrently if exists tags_name;
create index concurrently if not exists contacts_name_key on contacts (company_id, name_key, id);
drop index concurrently if exists contacts_name;
drop index concurrently if exists contacts_name_beginning;
create index concurrently if not exists contacts_number_tail on contacts (company_id, number_tail) where number_tail is not null;
drop index concurrently if exists contacts_tail;
analyze users, tags, contacts;
