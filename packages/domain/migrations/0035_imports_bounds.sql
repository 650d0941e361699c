-- commit_import, erase_user: a committed import keeps no values of its file.
-- Functions: e4c9734319da6a2c
UPDATE imports SET file = file || jsonb_build_object('columns', (
  SELECT coalesce(jsonb_agg(value || '{"samples": []}' ORDER BY place), '[]')
  FROM jsonb_array_elements(file -> 'columns') WITH ORDINALITY AS one(value, place)))
WHERE committed_at IS NOT NULL;
