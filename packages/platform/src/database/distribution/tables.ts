/** Where the rows of a table are when the database is distributed over several machines. */
export type Place =
  /** On the node of their customer, beside all other rows of that customer. */
  | { readonly on: 'customer'; readonly why: string }
  /** On a node that follows from a key of the table. The customer is not known when it is read. */
  | { readonly on: 'key'; readonly key: string; readonly why: string }
  /** A copy on every node. */
  | { readonly on: 'every-node'; readonly why: string }
  /** On the coordinator only. */
  | { readonly on: 'coordinator'; readonly why: string }

const onCustomer = (why: string): Place => ({ on: 'customer', why })
const byKey = (key: string, why: string): Place => ({ on: 'key', key, why })
const everyNode = (why: string): Place => ({ on: 'every-node', why })
const coordinator = (why: string): Place => ({ on: 'coordinator', why })

const person = onCustomer('It is about one person and read with the other rows of that customer.')
const books = onCustomer('A use case writes it in one transaction with the books of the customer.')
const work = onCustomer('It is written in one transaction with what it is about.')
const staffOnly = coordinator('Few rows, read and written by staff only, one at a time.')
const settings = coordinator('Few rows, read alone by the servers and changed by operators.')
const expiring = coordinator(
  'It lasts minutes or days, and each new row removes some that have expired, of any customer.',
)
const minutes = coordinator(
  'Unlogged and short-lived; one statement counts, remembers and answers for a call.',
)

/** Every table of the schema. Referenced tables come before those that reference them. */
// One database table per line.
// oxfmt-ignore
export const places: Readonly<Record<string, Place>> = {
  // The one business day, read by use cases of all customers on all nodes.
  business_date: everyNode('Every use case reads it with the books of its customer; it changes once a day.'),
  business_date_permits: everyNode('The guard of the business date reads it on every node.'),
  dated_rows: everyNode('Quotes and bookings of all customers read it; a row is added a month.'),
  funding_partner_rows: everyNode('Quotes and draws of all customers read it; rows are added when an agreement with a partner changes.'),
  end_of_day_runs: everyNode('The business moment is computed from it on every node; one row is added a day.'),
  staff: everyNode('A review checks its reviewer on the node of the customer.'),

  // Customers: who they are.
  customers: person,
  consents: person,
  terminals: person,
  last_visits: person,
  customer_emails: person,
  customer_blocks: books,
  session_devices: person,
  known_devices: person,
  id_cards: person,
  id_card_photos: person,
  id_card_history: person,
  daily_attempts: person,
  face_sessions: person,
  face_attempts: person,
  phone_changes: person,
  profiles: person,
  profile_changes: person,
  message_settings: person,
  erasures: person,
  files: person,
  data_copies: person,

  // Applications and limits.
  credit_applications: books,
  bureau_orders: books,
  decisions: books,
  credit_referrals: books,
  limits: books,
  limit_reviews: books,
  limit_cancellations: books,
  coupons: books,
  card_bindings: books,
  cards: books,

  // Loans, payments and the ledger.
  draw_applications: books,
  draws: books,
  loan_partners: books,
  mall_orders: books,
  loans: books,
  payments: books,
  ledger_postings: books,
  ledger_accruals: books,
  loan_balances: books,
  restructurings: books,
  loan_book_states: books,
  conversion_balances: books,
  audit_log: books,
  bank_transfers: books,
  provider_transfers: books,
  end_of_day_failures: books,
  payment_orders: books,
  payment_order_lines: books,
  debit_agreements: books,
  wallet_agreements: books,
  refunds: books,
  refund_steps: books,
  payment_reversals: books,
  deferrals: books,
  forbearances: books,
  waiver_offers: books,
  rate_cuts: books,
  consolidation_plans: books,
  hardship_documents: books,
  bill_conversions: books,
  bureau_events: books,
  bureau_notices: books,
  bureau_disputes: books,

  // Documents.
  signed_agreements: books,
  certificates: books,
  certificate_requests: books,
  evidence: books,
  evidence_files: books,
  evidence_events: books,

  // Messages of a customer.
  outbox: work,
  outbox_mails: work,
  operational_exceptions: work,

  // Look-ups: from what a caller knows to the customer.
  phones: byKey('phone_index', 'A phone leads to the customer at sign-in.'),
  linked_accounts: byKey('open_id_index', 'An account of an app leads to the customer at sign-in.'),
  identities: byKey('number_index', 'An ID number belongs to one customer; it is looked up before the customer is known.'),
  invitations: byKey('phone_index', 'A phone is invited before it belongs to a customer.'),
  certificate_codes: byKey('code_hash', 'A check code leads to the certificate for anyone who holds it.'),
  bank_orders: byKey('order_no', 'A callback of the bank knows the number of its order only.'),
  wire_orders: coordinator('Both numbers of an order are unique, which no division by one of them could enforce.'),
  bank_routes: coordinator('It is read and written beside the number of its order at the bank.'),
  bureau_requests: byKey('request_no', 'A callback of the bureau knows the number of its order only.'),
  face_orders: byKey('order_no', 'A callback of the face check knows the number of its order only.'),
  mall_order_owners: byKey('order_no', 'A callback of the mall knows the number of its order only.'),

  // Common tables of the whole system.
  sessions: coordinator('The statement that counts a call reads its session; secret, token and id are unique each.'),
  verifications: expiring,
  identity_matches: expiring,
  uploads: expiring,
  upload_parts: expiring,
  sms_codes: expiring,
  sms_quotas: expiring,
  password_attempts: expiring,
  link_tokens: expiring,
  file_links: expiring,
  document_links: expiring,
  authorisations: expiring,
  registration_tickets: expiring,
  tasks: coordinator('Workers take the next task of any customer, skipping those that others hold.'),
  rate_limits: minutes,
  seen_bodies: minutes,
  captchas: minutes,
  write_probe: coordinator('It shows whether the disk of the coordinator can be written.'),
  migrations: coordinator('The owner of the schema reads and writes it at a start.'),
  vault_key_checks: settings,
  running_processes: coordinator('Every server and worker reports there that it runs.'),
  completed_backups: coordinator('One row for each backup of the whole system.'),
  body_keys: settings,
  provider_tokens: settings,
  notices: settings,
  landing_links: settings,
  bank_partners: settings,
  campaigns: settings,
  download_campaigns: settings,
  transfer_differences: coordinator('Reconciliation writes it for the whole system, one day at a time.'),
  outside_payments: coordinator('A reference of the bank is booked once for all customers together.'),
  bureau_months: everyNode('The guard of bureau events reads it on every node; one row is added a month.'),
  period_closings: everyNode('The guard of the ledgers reads it on every node; one row is added a month.'),
  partner_settlements: everyNode('The check of the books reads it beside the entries of customers; a few rows a day.'),
  reconciled_days: coordinator('One row a day of the whole system.'),
  book_sums: coordinator('A few rows for each share of a day, read for the whole system.'),
  ledger_days: coordinator('A few rows a day, summed and read for the whole system.'),
  end_of_day_slices: coordinator('Workers claim shares of a day here, skipping those that others hold.'),
  staff_sessions: staffOnly,
  staff_second_factors: staffOnly,
  staff_recovery_codes: staffOnly,
  staff_sign_in_tickets: staffOnly,
  staff_handovers: staffOnly,
  staff_sign_in_failures: staffOnly,
  staff_queue_claims: staffOnly,
  staff_queue_events: staffOnly,
  staff_log: coordinator('One chain of hashes: every row needs the hash of the row before it.'),
  staff_log_head: coordinator('The last row of the staff log, locked by each addition.'),
  employee_roster: coordinator('The list of employees is searched by name, phone and employer.'),
  roster_imports: staffOnly,
  proposals: staffOnly,
  proposal_notes: staffOnly,
}
