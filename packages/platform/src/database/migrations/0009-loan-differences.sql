-- A loan that was recomputed from its acts and differs from the books, with the figures of both.
ALTER TABLE operational_exceptions
  ADD COLUMN details text,
  DROP CONSTRAINT operational_exceptions_kind_check,
  ADD CONSTRAINT operational_exceptions_kind_check
    CHECK (kind IN ('order-late', 'order-without-task', 'task-failing', 'task-dead', 'rule-broken',
                    'loan-differs'));
