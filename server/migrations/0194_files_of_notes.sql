-- outside a transaction
-- Which note has a file, when one asks whether it may go.
create index concurrently if not exists ticket_notes_media on ticket_notes (company_id, media_key) where media_key is not null
