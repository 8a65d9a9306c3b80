-- What people in the inbox may ask the language model for, and what was asked of it is counted with what assistants spend.
alter table inbox_assistants add column tasks text[] not null default '{summary,reply,rewrite,translate,transcribe}';
