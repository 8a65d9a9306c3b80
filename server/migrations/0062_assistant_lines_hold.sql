alter table ticket_moves validate constraint ticket_moves_kinds;
