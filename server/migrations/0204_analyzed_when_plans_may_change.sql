-- Each message changes its ticket and each sign of life its person, which counts as change though it changes nothing that plans are made of. Both tables
-- were analyzed every minute, and after that each connection planned all its statements anew: people waited for up to half a second.
alter table tickets set (autovacuum_analyze_threshold = 10000);
alter table users set (autovacuum_analyze_threshold = 5000);
