-- Money that bought nothing is seen to by an operator, who may give it back.
alter table pix_payments add column resolved_at timestamptz, add column resolved_by text;
create index pix_payments_newest on pix_payments (id desc);
create index pix_payments_odd on pix_payments (id desc) where outcome <> 'applied' and resolved_at is null;
