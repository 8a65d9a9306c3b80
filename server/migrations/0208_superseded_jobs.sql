-- What a job that another one has replaced left undone, that one does. So it says so, and is not taken for one that failed for good if its process dies.
-- One that failed for good before keeps why.
create or replace function enqueue_job(
  new_task text, new_payload json, new_queue text, new_run_at timestamptz, new_max_attempts int, new_key text, new_priority int, new_flags text[]
) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  insert into graphile_worker._private_tasks (identifier)
    select new_task where not exists (select from graphile_worker._private_tasks where identifier = new_task)
    on conflict do nothing;
  insert into graphile_worker._private_job_queues (queue_name)
    select new_queue where new_queue is not null and not exists (select from graphile_worker._private_job_queues where queue_name = new_queue)
    on conflict do nothing;
  loop
    -- The job with this key runs already, or has failed for good and still tells why: it keeps its place without the key, and another one is added.
    update graphile_worker._private_jobs set key = null, attempts = max_attempts, updated_at = now(),
        last_error = case when locked_at is null then last_error else 'superseded' end
      where key = new_key and is_available is not true;
    -- One that was begun before and runs no more may yet run in a process that was thought dead, which at its end removes it by its id.
    delete from graphile_worker._private_jobs where key = new_key and locked_at is null and attempts > 0 and attempts < max_attempts;
    insert into graphile_worker._private_jobs as jobs (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags)
      select q.id, t.id, new_payload, coalesce(new_run_at, now()), new_max_attempts, new_key, new_priority,
        (select jsonb_object_agg(flag, true) from unnest(new_flags) flag)
      from graphile_worker._private_tasks t left join graphile_worker._private_job_queues q on q.queue_name = new_queue
      where t.identifier = new_task
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload, run_at = excluded.run_at,
      max_attempts = excluded.max_attempts, priority = excluded.priority, flags = excluded.flags, revision = jobs.revision + 1,
      attempts = 0, last_error = null, updated_at = now()
      where jobs.locked_at is null
    returning jobs.id into added;
    -- Nothing is added if a worker takes the job with this key at the same moment; the next round sees it running.
    exit when added is not null;
  end loop;
  return added;
end $$;
