-- A connection keeps the plan it made first. Made while the table was small, it would read all of
-- the table for good; the head of a chain is found by its index, however few there are.
ALTER FUNCTION chain_audit() SET enable_seqscan = off;
