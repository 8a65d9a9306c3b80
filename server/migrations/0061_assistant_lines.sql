-- When a person last wrote in a ticket or moved it, in this service cycle.
alter table tickets add column person_at timestamptz;

-- The conversation tells when an assistant failed or fell silent, and why.
alter table ticket_moves add column reason text;
alter table ticket_moves add constraint ticket_moves_kinds
  check (kind in ('closed', 'reopened', 'transferred', 'assistantFailed', 'assistantSilent')) not valid;
alter table ticket_moves drop constraint ticket_moves_kind_check;
