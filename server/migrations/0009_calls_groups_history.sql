-- What a number with a telephone brings into conversations: calls, groups, what was written before it was linked, pictures.

alter table messages
  -- How a call went: {"video", "outcome"}.
  add column call jsonb,
  -- Who is meant by the @numbers in the text of a group's message: [{"token", "name"}].
  add column mentions jsonb,
  -- Written before the number was linked, or while nobody can tell: stored, but never news.
  add column history boolean not null default false;
-- What somebody is called in a group.
create index messages_participant on messages (company_id, contact_id, participant, id) where participant is not null;

alter table message_reactions
  -- Who reacted, in a group, as `kind:value`; empty elsewhere and for ours.
  add column author text not null default '',
  add column author_name text,
  drop constraint message_reactions_pkey,
  add primary key (company_id, message_id, from_me, author);

-- When the picture was last asked for; null = never.
alter table contacts add column picture_checked_at timestamptz;
