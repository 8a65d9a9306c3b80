-- Processes ask each other things, by NOTIFY; what they say lies here for a moment. No company: only processes of ours read it.
create unlogged table process_calls (
  id uuid not null,
  -- The process it is for.
  recipient uuid not null,
  kind text not null check (kind in ('request', 'answer')),
  body text not null,
  created_at timestamptz not null default now(),
  primary key (id, kind)
);
create index process_calls_created on process_calls (created_at);
