alter table integration_deliveries add constraint integration_deliveries_status_check check (status between 100 and 599);
