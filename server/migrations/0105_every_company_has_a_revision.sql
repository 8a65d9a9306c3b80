-- A company without a row stands for no revision. Each has one, so that what is restored from a backup is never taken for what was there before.
insert into configuration_revisions (company_id, revision) select id, gen_random_uuid() from companies on conflict do nothing;
