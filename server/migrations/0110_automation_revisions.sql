-- Which events a company's automations wait for is kept in memory.
create trigger configuration_changed after insert or delete or update of active, event on automations
  for each row execute function configuration_changed();
