-- What the health of a number was when its campaigns were last judged by it. Counting its messages of a day takes too long for each look at a report.
alter table campaign_paces add column health jsonb;
