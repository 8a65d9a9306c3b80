-- The day up to which companies were told that their subscription has ended, or its days of grace.
alter table installation add column standing_day date;
