create trigger contacts_late_insert after insert on contacts for each row when (new.created_at < now() - interval '30 minutes')
  execute function note_late_contact();
create trigger contacts_late_delete after delete on contacts for each row when (old.created_at < now() - interval '30 minutes')
  execute function note_late_contact();
create trigger contacts_late_update after update of created_at on contacts for each row
  when (old.created_at is distinct from new.created_at and least(old.created_at, new.created_at) < now() - interval '30 minutes')
  execute function note_late_contact();
