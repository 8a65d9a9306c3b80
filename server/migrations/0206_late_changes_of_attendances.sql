create trigger attendances_late_insert after insert on attendances for each row
  when (least(new.queued_at, new.finished_at) < now() - interval '30 minutes')
  execute function note_late_attendance();
create trigger attendances_late_delete after delete on attendances for each row
  when (least(old.queued_at, old.finished_at) < now() - interval '30 minutes')
  execute function note_late_attendance();
create trigger attendances_late_queued after update on attendances for each row
  when (least(old.queued_at, new.queued_at) < now() - interval '30 minutes'
    and (old.queued_at, old.started_at) is distinct from (new.queued_at, new.started_at))
  execute function note_late_attendance('queued');
create trigger attendances_late_finished after update on attendances for each row
  when (least(old.finished_at, new.finished_at) < now() - interval '30 minutes'
    and (old.finished_at, old.user_id, old.queue_id, old.connection_id, old.queued_at, old.started_at, old.first_response_at, old.rating)
      is distinct from (new.finished_at, new.user_id, new.queue_id, new.connection_id, new.queued_at, new.started_at, new.first_response_at, new.rating))
  execute function note_late_attendance('finished');
