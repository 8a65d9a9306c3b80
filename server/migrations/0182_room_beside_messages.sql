-- Of messages that go out one after the other, several on the same page change at the same time, three times each. Their old versions can be dropped
-- only when nobody sees them any more, so a page needs room for a dozen; without it a change enters all indexes again, the search's included.
alter table messages set (fillfactor = 55);
