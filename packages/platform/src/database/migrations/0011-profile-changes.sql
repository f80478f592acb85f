-- Contact and work details that a customer changed after the application was submitted: what was there
-- before, sealed, and when. The rows are counted: each part is allowed a few changes a year.
CREATE TABLE profile_changes (
  customer_no text NOT NULL,
  change_no text NOT NULL,
  part text NOT NULL CHECK (part IN ('home', 'email', 'contacts', 'company')),
  before_sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_on date NOT NULL,
  PRIMARY KEY (customer_no, change_no)
);
CREATE INDEX profile_changes_changed_on ON profile_changes (customer_no, changed_on);
REVOKE UPDATE ON profile_changes FROM qingzhou_app;

-- When the bureau's report arrived: the borrower is told what is running, and since when.
ALTER TABLE bureau_orders ADD COLUMN reported_at timestamptz;
