-- Until when the provider lets a number answer nobody, and until when its answers are held back because of that.
alter table connection_health add column answers_restricted_until timestamptz;
alter table connections add column answers_held_until timestamptz;
