/**
 * Every sealed column, with the columns that identify its row. A sealed value decrypts only in that
 * table, column and row. `sealed-columns.test.ts` compares this list with the live schema, and
 * resealing uses it.
 */
export const sealedColumns = {
  credit_applications: {
    owner: ['customer_no', 'application_no'],
    columns: ['terminal_sealed', 'devices_sealed'],
  },
  body_keys: { owner: ['key_id'], columns: ['private_key_sealed'] },
  bureau_disputes: {
    owner: ['customer_no', 'dispute_no'],
    columns: ['text_sealed', 'answer_sealed'],
  },
  bureau_events: { owner: ['customer_no', 'loan_no', 'event_no'], columns: ['holder_sealed'] },
  bureau_orders: { owner: ['customer_no', 'application_no'], columns: ['report_sealed'] },
  card_bindings: {
    owner: ['customer_no', 'binding_no'],
    columns: ['number_sealed', 'phone_sealed'],
  },
  cards: {
    owner: ['customer_no', 'card_index'],
    columns: ['token_sealed', 'number_sealed', 'phone_sealed', 'last_four_sealed'],
  },
  certificate_requests: { owner: ['customer_no', 'request_no'], columns: ['sent_to_sealed'] },
  certificates: {
    owner: ['customer_no', 'certificate_no'],
    columns: ['holder_sealed', 'code_sealed'],
  },
  consents: {
    owner: ['customer_no', 'page_name', 'page_version'],
    columns: ['ip_sealed', 'device_sealed', 'user_agent_sealed'],
  },
  customer_blocks: { owner: ['customer_no', 'block_no'], columns: ['note_sealed'] },
  customer_emails: { owner: ['customer_no', 'address_index'], columns: ['address_sealed'] },
  customers: { owner: ['customer_no'], columns: ['phone_sealed'] },
  decisions: { owner: ['customer_no', 'application_no'], columns: ['inputs_sealed'] },
  face_attempts: { owner: ['customer_no', 'attempt_no'], columns: ['review_reason_sealed'] },
  file_links: { owner: ['token_hash'], columns: ['name_sealed'] },
  hardship_documents: { owner: ['customer_no', 'evidence_no'], columns: ['note_sealed'] },
  id_card_history: { owner: ['customer_no', 'history_no'], columns: ['card_sealed'] },
  id_card_photos: { owner: ['customer_no', 'side'], columns: ['reading_sealed'] },
  id_cards: {
    owner: ['customer_no'],
    columns: [
      'name_sealed',
      'number_sealed',
      'nation_sealed',
      'address_sealed',
      'issue_agency_sealed',
    ],
  },
  invitations: { owner: ['phone_index'], columns: ['phone_sealed'] },
  // The cancellation number is assigned by the insert statement, after sealing.
  limit_cancellations: { owner: ['customer_no'], columns: ['note_sealed'] },
  limit_reviews: { owner: ['customer_no', 'reviewed_on'], columns: ['inputs_sealed'] },
  linked_accounts: {
    owner: ['customer_no', 'provider', 'open_id_index'],
    columns: ['open_id_sealed'],
  },
  mall_orders: { owner: ['customer_no', 'order_no'], columns: ['delivery_sealed'] },
  roster_imports: { owner: ['import_no'], columns: ['problems_sealed'] },
  outbox: {
    owner: ['customer_no', 'message_no'],
    columns: ['text_sealed', 'parameters_sealed', 'phone_sealed'],
  },
  outbox_mails: { owner: ['customer_no', 'message_no'], columns: ['content_sealed'] },
  phone_changes: {
    owner: ['customer_no', 'change_no'],
    columns: ['old_phone_sealed', 'new_phone_sealed'],
  },
  profile_changes: { owner: ['customer_no', 'change_no'], columns: ['before_sealed'] },
  profiles: {
    owner: ['customer_no'],
    columns: ['basic_sealed', 'basic_draft_sealed', 'company_sealed', 'company_draft_sealed'],
  },
  // The event number is assigned by the insert statement, after sealing.
  evidence_events: {
    owner: ['customer_no', 'evidence_no', 'round', 'act'],
    columns: ['reason_sealed'],
  },
  evidence_files: { owner: ['customer_no', 'file_no'], columns: ['name_sealed'] },
  evidence: { owner: ['customer_no', 'evidence_no'], columns: ['reason_sealed', 'note_sealed'] },
  proposal_notes: { owner: ['proposal_no', 'note_no'], columns: ['text_sealed'] },
  proposals: {
    owner: ['proposal_no'],
    columns: ['parameters_sealed', 'reason_sealed', 'rejection_sealed', 'effect_sealed'],
  },
  provider_tokens: { owner: ['name'], columns: ['token_sealed'] },
  registration_tickets: { owner: ['ticket_hash'], columns: ['open_id_sealed', 'phone_sealed'] },
  forbearances: { owner: ['customer_no', 'forbearance_no'], columns: ['note_sealed'] },
  payment_orders: { owner: ['customer_no', 'request_no'], columns: ['payer_sealed'] },
  consolidation_plans: { owner: ['customer_no', 'plan_no'], columns: ['contacts_sealed'] },
  session_devices: { owner: ['customer_no', 'session_id'], columns: ['devices_sealed'] },
  signed_agreements: {
    owner: ['customer_no', 'agreement_no'],
    columns: ['text_sealed', 'ip_sealed', 'device_sealed', 'user_agent_sealed'],
  },
  // The staff number is assigned by the database. The username never changes.
  staff: { owner: ['username'], columns: ['name_sealed'] },
  employee_roster: {
    owner: ['entry_no'],
    columns: ['id_number_sealed', 'name_sealed', 'mobile_sealed'],
  },
  staff_queue_events: { owner: ['event_no'], columns: ['note_sealed'] },
  staff_second_factors: { owner: ['staff_no'], columns: ['secret_sealed'] },
  staff_sign_in_tickets: { owner: ['ticket_hash'], columns: ['secret_sealed'] },
  wallet_agreements: { owner: ['customer_no', 'agreement_no'], columns: ['signer_sealed'] },
  terminals: { owner: ['customer_no', 'device_index'], columns: ['terminal_sealed'] },
  upload_parts: {
    owner: ['customer_no', 'staff_no', 'purpose', 'upload_no', 'part_no'],
    columns: ['bytes_sealed'],
  },
  uploads: { owner: ['customer_no', 'staff_no', 'purpose', 'upload_no'], columns: ['name_sealed'] },
} as const

/** Sealed bytes elsewhere: in the object store, or with a provider. They are not sealed again. */
const sealedObjects = {
  files: { owner: ['customer_no', 'file_no'], columns: ['object'] },
  wire_orders: { owner: ['wire_no'], columns: ['note'] },
} as const

type SealedColumns = typeof sealedColumns & typeof sealedObjects
export type SealedTable = keyof SealedColumns
export type SealedColumn<Table extends SealedTable> = SealedColumns[Table]['columns'][number]
type OwnerValue = string | number | Buffer
type ValuesOf<Names extends readonly string[]> = { [Part in keyof Names]: OwnerValue }

/** The place of a sealed value. It is authenticated with the value, not stored in it. */
export type SealedPlace = {
  readonly table: SealedTable
  readonly column: string
  readonly owner: readonly string[]
}

/** The places of one row: `placeIn('id_cards', customer)('name_sealed')`. */
export function placeIn<Table extends SealedTable>(
  table: Table,
  ...owner: ValuesOf<SealedColumns[Table]['owner']>
): (column: SealedColumn<Table>) => SealedPlace {
  const values = owner.map(ownerText)
  return (column) => ({ table, column, owner: values })
}

export function ownerText(value: OwnerValue): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
}
