-- Every search reads what waits to be sorted into an index, and one of messages reads it for each week: up to 4 MB of names of files. Those are few,
-- so hardly any wait.
alter index messages_names set (gin_pending_list_limit = 64);
alter index contacts_search set (gin_pending_list_limit = 512);
alter index ticket_notes_words set (gin_pending_list_limit = 512);
select gin_clean_pending_list('messages_names'), gin_clean_pending_list('contacts_search'), gin_clean_pending_list('ticket_notes_words');
