-- How many open conversations this person may have and still be given another one; without it, as many as the queue says.
alter table users add column assignment_capacity integer check (assignment_capacity between 1 and 1000);
