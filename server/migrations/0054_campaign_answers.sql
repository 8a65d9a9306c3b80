-- When a campaign last wrote to the contact, until they answer: a message that comes in needs no look at the campaigns.
set local lock_timeout = '2s';
alter table contacts add column campaign_at timestamptz;
update contacts c set campaign_at = s.at
from (
  select company_id, contact_id, max(coalesce(sent_at, confirmation_requested_at)) as at from campaign_shippings
  where contact_id is not null and replied_at is null and coalesce(sent_at, confirmation_requested_at) is not null group by 1, 2
) s
where c.company_id = s.company_id and c.id = s.contact_id;

alter table campaign_tallies add check (state in ('waiting', 'queued', 'asking', 'sent', 'delivered', 'read', 'failed', 'skipped'));
