-- The staff log is filtered by act and by day, and holds millions of rows.
CREATE INDEX staff_log_act ON staff_log (act, log_no);
CREATE INDEX staff_log_done_at ON staff_log (done_at);
