-- The conversation tells of everything that happens to its ticket: what else there is to tell of it is in `detail`.
alter table ticket_moves add column detail jsonb;
alter table ticket_moves add constraint ticket_moves_kinds_told check (kind in (
  'accepted', 'returned', 'transferred', 'assigned', 'tagged', 'closed', 'reopened', 'rated', 'botBegan', 'botEnded', 'assistantFailed',
  'assistantSilent')) not valid;
alter table ticket_moves drop constraint ticket_moves_kinds;
alter table ticket_moves validate constraint ticket_moves_kinds_told;
