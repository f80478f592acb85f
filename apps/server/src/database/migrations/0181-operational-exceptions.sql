-- What an operator has to look into: orders that take too long, orders whose task was lost, tasks that fail
-- again and again or were given up, rules that the books break. Numbers and states only.
CREATE TABLE operational_exceptions (
  -- Whom it is about; empty where it is about nobody.
  customer_no text NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('order-late', 'order-without-task', 'task-failing', 'task-dead', 'rule-broken')),
  -- The kind of order or task, or the rule.
  subject text NOT NULL,
  subject_no text NOT NULL,
  since timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (customer_no, kind, subject, subject_no)
);
CREATE INDEX operational_exceptions_open ON operational_exceptions (kind, since)
  WHERE resolved_at IS NULL;
CREATE INDEX operational_exceptions_resolved ON operational_exceptions (resolved_at)
  WHERE resolved_at IS NOT NULL;

-- Open orders are looked through every minute, however many ended ones the years leave behind.
CREATE INDEX refunds_open ON refunds (customer_no, refund_no) WHERE state <> 'returned';
CREATE INDEX card_bindings_processing ON card_bindings (customer_no, binding_no)
  WHERE state = 'processing';
CREATE INDEX mall_orders_open ON mall_orders (customer_no, order_no)
  WHERE state IN ('begun', 'ordered', 'sent', 'returning');
CREATE INDEX mall_orders_delivered ON mall_orders (delivered_on) WHERE state = 'delivered';
CREATE INDEX applications_under_review ON applications (customer_no, apply_no)
  WHERE step = 'underReview';
CREATE INDEX outbox_unsent ON outbox (customer_no, message_no) WHERE sent_at IS NULL;
CREATE INDEX outbox_mails_unsent ON outbox_mails (customer_no, message_no) WHERE sent_at IS NULL;
