/** What happens to a table's rows when a customer is erased. */
export type ErasureRule =
  /** The rows are deleted. */
  | { readonly rows: 'erased' }
  /** Deleted; found by the blind index of the customer's phone. */
  | { readonly rows: 'erased-by-phone'; readonly column: string }
  /** Kept with the named columns emptied; every other column that looks personal states why it stays. */
  | {
      readonly rows: 'kept'
      readonly why: string
      readonly emptied?: readonly string[]
      readonly keeps?: Readonly<Record<string, string>>
    }
  /** Unchanged: they expire by themselves or are not about a customer. */
  | { readonly rows: 'left'; readonly why: string }

const erased: ErasureRule = { rows: 'erased' }
const books = 'The books have to balance for ever; they know a number, and nothing of who had it.'
const numbers = 'Numbers and states only: it names an order, not a person.'
const digest = 'A digest of an order: amounts, and numbers of our own.'
const minutes = 'It lasts minutes, and is swept away soon after.'

/**
 * Every table with a customer number or a column that may be personal: bytes, an index, a hash. A
 * test fails if a table or column is missing. In the order of erasure.
 */
// One database table per line.
// oxfmt-ignore
export const erasurePlan: Readonly<Record<string, ErasureRule>> = {
  // Identity and sign-in.
  id_cards: erased,
  id_card_history: erased,
  id_card_photos: erased,
  identities: erased,
  identity_matches: erased,
  profiles: erased,
  profile_changes: erased,
  customer_emails: erased,
  customer_blocks: erased,
  consents: erased,
  terminals: erased,
  linked_accounts: erased,
  sessions: erased,
  known_devices: erased,
  session_devices: erased,
  verifications: erased,
  last_visits: erased,
  phone_changes: erased,
  daily_attempts: erased,
  face_attempts: erased,
  face_sessions: erased,
  phones: { rows: 'erased-by-phone', column: 'phone_index' },
  sms_codes: { rows: 'erased-by-phone', column: 'phone_index' },
  sms_quotas: { rows: 'erased-by-phone', column: 'phone_index' },
  password_attempts: { rows: 'erased-by-phone', column: 'account_index' },
  invitations: { rows: 'erased-by-phone', column: 'phone_index' },

  // Applications, decisions, agreements, messages and evidence.
  credit_applications: erased,
  bureau_orders: erased,
  decisions: erased,
  credit_referrals: erased,
  limit_reviews: erased,
  signed_agreements: erased,
  bureau_disputes: erased,
  bureau_events: erased,
  bureau_notices: erased,
  // Only failed tasks and messages are left: a customer with pending work is not erased.
  tasks: erased,
  operational_exceptions: erased,
  staff_queue_events: erased,
  outbox: erased,
  outbox_mails: erased,
  message_settings: erased,
  certificate_codes: erased,
  certificate_requests: erased,
  certificates: erased,
  data_copies: erased,
  evidence_events: erased,
  evidence_files: erased,
  evidence: erased,
  uploads: erased,
  proposals: erased,
  proposal_notes: erased,
  card_bindings: erased,
  cards: erased,
  customers: erased,
  files: { rows: 'left', why: 'They are let go of, and swept away within the hour together with their bytes.' },

  // Needed for the books.
  limits: { rows: 'kept', why: books, keeps: { audit_hash: 'The head of the chain of acts.' } },
  limit_cancellations: { rows: 'kept', why: 'How many end their limit, and why.', emptied: ['note_sealed'] },
  audit_log: { rows: 'kept', why: books, keeps: { previous_hash: 'The chain of acts.', hash: 'The chain of acts.' } },
  draw_applications: { rows: 'kept', why: books, emptied: ['device_index'], keeps: { fingerprint: digest } },
  payment_orders: { rows: 'kept', why: books, emptied: ['payer_sealed'], keeps: { fingerprint: digest } },
  deferrals: { rows: 'kept', why: books, keeps: { fingerprint: digest } },
  forbearances: { rows: 'kept', why: books, emptied: ['note_sealed', 'reason'] },
  consolidation_plans: { rows: 'kept', why: books, emptied: ['contacts_sealed'], keeps: { fingerprint: digest } },
  bill_conversions: { rows: 'kept', why: books, keeps: { fingerprint: digest } },
  hardship_documents: { rows: 'kept', why: 'That a long plan could be signed.', emptied: ['note_sealed'] },
  mall_orders: { rows: 'kept', why: books, emptied: ['delivery_sealed'] },
  loans: { rows: 'kept', why: books },
  loan_balances: { rows: 'kept', why: books },
  loan_book_states: { rows: 'kept', why: books },
  restructurings: { rows: 'kept', why: books },
  ledger_accruals: { rows: 'kept', why: books },
  ledger_postings: { rows: 'kept', why: books },
  conversion_balances: { rows: 'kept', why: books },
  draws: { rows: 'kept', why: books },
  loan_partners: { rows: 'kept', why: books },
  payments: { rows: 'kept', why: books },
  payment_order_lines: { rows: 'kept', why: books },
  refunds: { rows: 'kept', why: books },
  refund_steps: { rows: 'kept', why: books },
  outside_payments: { rows: 'kept', why: books },
  payment_reversals: { rows: 'kept', why: books },
  bank_transfers: { rows: 'kept', why: books },
  provider_transfers: { rows: 'kept', why: books },
  coupons: { rows: 'kept', why: books },
  waiver_offers: { rows: 'kept', why: books },
  rate_cuts: { rows: 'kept', why: books },
  debit_agreements: { rows: 'kept', why: numbers },
  wallet_agreements: { rows: 'kept', why: numbers, emptied: ['signer_sealed'] },
  bank_orders: { rows: 'kept', why: numbers },
  bureau_requests: { rows: 'kept', why: numbers },
  face_orders: { rows: 'kept', why: numbers },
  mall_order_owners: { rows: 'kept', why: numbers },
  end_of_day_failures: { rows: 'kept', why: 'What is wrong with a loan, for as long as it is.' },
  erasures: { rows: 'kept', why: 'Records that a customer was erased, and when.' },

  // Deleted elsewhere, or not about a customer.
  upload_parts: { rows: 'left', why: 'They go with their upload.' },
  wire_orders: { rows: 'left', why: numbers },
  bank_routes: { rows: 'left', why: numbers },
  provider_tokens: { rows: 'left', why: 'Keys of the house.' },
  link_tokens: { rows: 'left', why: minutes },
  document_links: { rows: 'left', why: minutes },
  file_links: { rows: 'left', why: minutes },
  registration_tickets: { rows: 'left', why: minutes },
  authorisations: { rows: 'left', why: minutes },
  captchas: { rows: 'left', why: minutes },
  rate_limits: { rows: 'left', why: minutes },
  seen_bodies: { rows: 'left', why: minutes },
  staff_log: { rows: 'left', why: 'What staff did, in one chain: numbers only.' },
  staff_log_head: { rows: 'left', why: 'The end of that chain.' },
  staff: { rows: 'left', why: 'Who works here is no customer.' },
  staff_sessions: { rows: 'left', why: 'Who works here is no customer.' },
  staff_second_factors: { rows: 'left', why: 'Who works here is no customer.' },
  staff_recovery_codes: { rows: 'left', why: 'Who works here is no customer.' },
  staff_sign_in_tickets: { rows: 'left', why: 'Who works here is no customer.' },
  staff_handovers: { rows: 'left', why: 'Hashes of used tokens of staff.' },
  staff_sign_in_failures: { rows: 'left', why: 'Who works here is no customer.' },
  employee_roster: { rows: 'left', why: 'An employer keeps its own list; a name goes when staff take it off.' },
  roster_imports: { rows: 'left', why: 'What was wrong with a file of an employer: it goes some days after the import.' },
  bureau_months: { rows: 'left', why: 'Months and digests of whole files: it names no person.' },
  partner_settlements: { rows: 'left', why: 'Sums of whole days: it names no person.' },
  body_keys: { rows: 'left', why: 'Keys of the house.' },
  vault_key_checks: { rows: 'left', why: 'Keys of the house.' },
}
