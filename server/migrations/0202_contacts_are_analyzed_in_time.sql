-- Statistics of the parts of names and numbers took ten times as long as those of all else of a contact, on a core of the machine, each time that a tenth
-- had changed: of each contact that is looked at the parts were made anew. No plan needs them: `contacts_with` has one way to go.
alter index contacts_parts alter column 1 set statistics 0;
-- So they may be renewed more often: until then a company that has just taken in a sheet seems to have a row or two.
alter table contacts set (autovacuum_analyze_scale_factor = 0.02);
alter table contact_identities set (autovacuum_analyze_scale_factor = 0.02);
