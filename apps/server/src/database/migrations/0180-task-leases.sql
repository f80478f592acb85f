-- A running task is leased: its worker renews the lease by heartbeat, and a lease that was not renewed is
-- free for another worker. lease_no is the fencing token: it grows with every lease of a task, and a worker
-- whose lease was taken over can no longer complete or defer the task. A task without lease_until was
-- claimed by a server of the version before; it is free two minutes after locked_at.
ALTER TABLE tasks
  ADD COLUMN lease_no bigint NOT NULL DEFAULT 0,
  ADD COLUMN lease_until timestamptz,
  -- Given up after its last attempt. Only messages are: see task-policies.ts.
  ADD COLUMN dead_at timestamptz,
  ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX tasks_leased ON tasks (lease_until) WHERE locked_at IS NOT NULL;

-- Tasks are claimed by kind, so that one kind in trouble is not in the way of the others.
DROP INDEX tasks_due;
CREATE INDEX tasks_due ON tasks (kind, run_at, task_no) WHERE locked_at IS NULL AND dead_at IS NULL;

-- Until now every kind of task was given up after 25 attempts. From here on only messages are.
-- data move: messages given up before are dead, other tasks go on; test: apps/server/src/upgrade.test.ts
UPDATE tasks SET dead_at = now()
 WHERE attempts >= 25 AND kind IN ('send-message', 'send-mail') AND locked_at IS NULL;
UPDATE tasks SET run_at = least(run_at, now()) WHERE attempts >= 25 AND dead_at IS NULL;

-- Nobody waits for a message that was given up: it does not keep a customer from being erased.
CREATE OR REPLACE FUNCTION last_business_of(who text, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM loans WHERE customer_no = who AND NOT is_settled)
      OR EXISTS (SELECT FROM draws WHERE customer_no = who AND state = 'held')
      OR EXISTS (SELECT FROM refunds WHERE customer_no = who AND state <> 'returned')
      OR EXISTS (SELECT FROM repayments WHERE customer_no = who AND state = 'processing')
      OR EXISTS (SELECT FROM applications WHERE customer_no = who AND step = 'underReview')
      OR EXISTS (SELECT FROM limits, business_date
                  WHERE customer_no = who AND state <> 'cancelled'
                    AND valid_until >= business_date.business_date)
      OR EXISTS (SELECT FROM sessions WHERE customer_no = who AND expires_at > at)
      OR EXISTS (SELECT FROM tasks WHERE customer_no = who AND dead_at IS NULL)
    THEN NULL
    ELSE greatest(
      (SELECT (registered_at AT TIME ZONE 'Asia/Shanghai')::date
         FROM customers WHERE customer_no = who),
      (SELECT visited_on FROM last_visits WHERE customer_no = who),
      (SELECT max((greatest(opened_at, submitted_at, decided_at) AT TIME ZONE 'Asia/Shanghai')::date)
         FROM applications WHERE customer_no = who),
      (SELECT max((changed_at AT TIME ZONE 'Asia/Shanghai')::date)
         FROM proofs WHERE customer_no = who),
      (SELECT valid_until FROM limits WHERE customer_no = who AND state <> 'cancelled'),
      (SELECT max(business_date) FROM audit_log WHERE customer_no = who))
  END
$$;
