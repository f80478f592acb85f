-- The row before is looked up by its number: joined to, all rows before a slice were read for each slice.
CREATE OR REPLACE VIEW broken_staff_log AS
  SELECT kept.log_no
    FROM staff_log AS kept
   WHERE kept.previous_hash <> coalesce(
           (SELECT before.hash FROM staff_log AS before WHERE before.log_no = kept.log_no - 1), '')
      OR kept.hash <> staff_log_hash(kept)
      OR kept.log_no > coalesce((SELECT log_no FROM staff_log_head), 0)
   UNION ALL
  SELECT head.log_no
    FROM staff_log_head AS head
    LEFT JOIN staff_log AS last ON last.log_no = head.log_no
   WHERE head.log_no > 0 AND last.hash IS DISTINCT FROM head.hash;
