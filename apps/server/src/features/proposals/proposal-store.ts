import { fen, type Money } from '@qingzhou/domain/money/money'
import { canonicalJson, parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Effect } from './dry-run.ts'

export const proposalStates = ['proposed', 'done', 'rejected', 'expired', 'failed'] as const
export type ProposalState = (typeof proposalStates)[number]

/** A proposal without its parameters, for lists. */
export type ListedProposal = {
  readonly proposalNo: string
  readonly kind: string
  readonly customer: CustomerNo | undefined
  readonly state: ProposalState
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
  /** Numbers and states, or the kind of the refusal. */
  readonly result: string
  /** The amount at stake. */
  readonly amount: Money
  /** The versions of what it depends on, when it was proposed or renewed. */
  readonly base: string
  readonly renewals: number
  readonly renewedAt: Date | undefined
  /** When a reviewer asked the proposer to renew it. */
  readonly sentBackAt: Date | undefined
}

export type ProposalRecord = ListedProposal & {
  readonly reason: string
  readonly rejection: string | undefined
  readonly parameters: Readonly<Record<string, unknown>>
  /** The dry run on its base. Earlier versions did not store it. */
  readonly effect: Effect | undefined
}

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open' | 'hash'> }

export type NewProposal = Pick<
  ProposalRecord,
  'kind' | 'customer' | 'proposedBy' | 'proposedAt' | 'expiresAt' | 'reason' | 'amount' | 'base'
> & { readonly parameters: object; readonly effect: Effect }

/** Returns the number; or the number of an open proposal of the same act, which is not repeated. */
export async function insertProposal(
  tx: Transaction,
  { vault }: Sealing,
  proposal: NewProposal,
): Promise<{ readonly proposalNo: string; readonly isNew: boolean }> {
  const { kind, customer, proposedBy, proposedAt, expiresAt, reason, amount, base } = proposal
  const parameters = canonicalJson(proposal.parameters)
  const parametersHash = vault.hash('staff', `proposal ${kind} ${parameters}`)
  const proposalNo = await nextNumber(tx)
  const place = placeIn('proposals', proposalNo)
  const inserted = await tx.query<{ proposal_no: string }>(
    `INSERT INTO proposals (proposal_no, kind, customer_no, parameters_sealed, parameters_hash,
                            reason_sealed, proposed_by, proposed_at, expires_at, amount_fen, base,
                            effect_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (kind, parameters_hash) WHERE state = 'proposed' DO NOTHING
     RETURNING proposal_no`,
    [
      proposalNo,
      kind,
      customer ?? '',
      vault.seal(parameters, place('parameters_sealed')),
      parametersHash,
      vault.seal(reason, place('reason_sealed')),
      proposedBy,
      proposedAt,
      expiresAt,
      amount,
      base,
      vault.seal(canonicalJson(proposal.effect), place('effect_sealed')),
    ],
  )
  if (inserted.length > 0) return { proposalNo, isNew: true }
  const [open] = await tx.query<{ proposal_no: string }>(
    `SELECT proposal_no FROM proposals
      WHERE kind = $1 AND parameters_hash = $2 AND state = 'proposed'`,
    [kind, parametersHash],
  )
  return { proposalNo: open?.proposal_no ?? proposalNo, isNew: false }
}

async function nextNumber(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ proposal_no: string }>(
    `SELECT 'P' || lpad(nextval('proposal_numbers')::text, 6, '0') AS proposal_no`,
  )
  if (!row) throw new Error('no proposal number was drawn')
  return row.proposal_no
}

export type ListedRow = {
  proposal_no: string
  kind: string
  customer_no: string
  state: ProposalState
  proposed_by: string
  proposed_at: Date
  expires_at: Date
  decided_by: string | null
  decided_at: Date | null
  result: string
  amount_fen: bigint
  base: string
  renewals: number
  renewed_at: Date | null
  sent_back_at: Date | null
}

export const LISTED = `proposal_no, kind, customer_no, state, proposed_by, proposed_at, expires_at, decided_by,
            decided_at, result, amount_fen, base, renewals, renewed_at, sent_back_at`

type Row = ListedRow & {
  parameters_sealed: Buffer
  reason_sealed: Buffer
  rejection_sealed: Buffer | null
  effect_sealed: Buffer | null
}

const ALL = `${LISTED}, parameters_sealed, reason_sealed, rejection_sealed, effect_sealed`

/** Locks the proposal until the transaction ends: of two approvals the second sees the first. */
export async function lockProposal(
  tx: Transaction,
  sealing: Sealing,
  proposalNo: string,
): Promise<ProposalRecord | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${ALL} FROM proposals WHERE proposal_no = $1 FOR UPDATE`,
    [proposalNo],
  )
  return row && recordOf(sealing, row)
}

export async function findProposal(
  db: Queryable,
  sealing: Sealing,
  proposalNo: string,
): Promise<ProposalRecord | undefined> {
  const [row] = await db.query<Row>(`SELECT ${ALL} FROM proposals WHERE proposal_no = $1`, [
    proposalNo,
  ])
  return row && recordOf(sealing, row)
}

export type ProposalFilter = {
  readonly state?: ProposalState | undefined
  readonly customer?: CustomerNo | undefined
  readonly count: number
}

/** The newest first. */
export async function listProposals(
  db: Queryable,
  { state, customer, count }: ProposalFilter,
): Promise<ListedProposal[]> {
  const rows = await db.query<ListedRow>(
    `SELECT ${LISTED}
       FROM proposals
      WHERE ($1::text IS NULL OR state = $1) AND ${customer ? OF_CUSTOMER : '$2::text IS NULL'}
      ORDER BY proposed_at DESC, proposal_no DESC LIMIT $3`,
    [state, customer, count],
  )
  return rows.map(listedProposal)
}

/** The index leaves out those of no customer. */
const OF_CUSTOMER = `customer_no = $2 AND customer_no <> ''`

export type ProposalDecision = {
  readonly proposalNo: string
  readonly state: Exclude<ProposalState, 'proposed' | 'expired'>
  readonly decidedBy: string
  readonly decidedAt: Date
  readonly result: string
  readonly rejection?: string | undefined
}

/** Decides a proposal that the caller has locked. */
export async function decideProposal(
  tx: Transaction,
  { vault }: Sealing,
  { proposalNo, state, decidedBy, decidedAt, result, rejection }: ProposalDecision,
): Promise<void> {
  const place = placeIn('proposals', proposalNo)('rejection_sealed')
  const sealed = rejection === undefined ? null : vault.seal(rejection, place)
  await tx.query(
    `UPDATE proposals
        SET state = $2, decided_by = $3, decided_at = $4, result = $5, rejection_sealed = $6
      WHERE proposal_no = $1`,
    [proposalNo, state, decidedBy, decidedAt, result, sealed],
  )
}

/** Replaces the base of a proposal that the caller has locked. */
export async function renewProposal(
  tx: Transaction,
  { vault }: Sealing,
  {
    proposalNo,
    base,
    amount,
    effect,
    renewedAt,
    expiresAt,
  }: Pick<NewProposal, 'base' | 'amount' | 'effect' | 'expiresAt'> & {
    readonly proposalNo: string
    readonly renewedAt: Date
  },
): Promise<void> {
  const place = placeIn('proposals', proposalNo)('effect_sealed')
  await tx.query(
    `UPDATE proposals
        SET base = $2, amount_fen = $3, effect_sealed = $4, renewed_at = $5, expires_at = $6,
            renewals = renewals + 1, sent_back_at = NULL
      WHERE proposal_no = $1`,
    [proposalNo, base, amount, vault.seal(canonicalJson(effect), place), renewedAt, expiresAt],
  )
}

export async function markSentBack(
  tx: Transaction,
  { proposalNo, at }: { readonly proposalNo: string; readonly at: Date },
): Promise<void> {
  await tx.query(`UPDATE proposals SET sent_back_at = $2 WHERE proposal_no = $1`, [proposalNo, at])
}

/** Ends the proposals that were not decided in time and returns their numbers. */
export async function expireProposals(tx: Transaction, now: Date): Promise<string[]> {
  const rows = await tx.query<{ proposal_no: string }>(
    `UPDATE proposals SET state = 'expired', decided_at = $1
      WHERE state = 'proposed' AND expires_at <= $1 RETURNING proposal_no`,
    [now],
  )
  return rows.map(({ proposal_no }) => proposal_no)
}

export function listedProposal(row: ListedRow): ListedProposal {
  return {
    proposalNo: row.proposal_no,
    kind: row.kind,
    customer: row.customer_no === '' ? undefined : customerNo(row.customer_no),
    state: row.state,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    result: row.result,
    amount: fen(row.amount_fen),
    base: row.base,
    renewals: row.renewals,
    renewedAt: row.renewed_at ?? undefined,
    sentBackAt: row.sent_back_at ?? undefined,
  }
}

function recordOf({ vault }: Sealing, row: Row): ProposalRecord {
  const place = placeIn('proposals', row.proposal_no)
  const text = vault.open(row.parameters_sealed, place('parameters_sealed'))
  const effect = row.effect_sealed && vault.open(row.effect_sealed, place('effect_sealed'))
  return {
    ...listedProposal(row),
    // Written by `insertProposal` from an object.
    parameters: parseCanonicalJson(text) as Readonly<Record<string, unknown>>,
    // Written by `insertProposal` and `renewProposal`.
    effect: effect === null ? undefined : (parseCanonicalJson(effect) as Effect),
    reason: vault.open(row.reason_sealed, place('reason_sealed')),
    rejection:
      row.rejection_sealed === null
        ? undefined
        : vault.open(row.rejection_sealed, place('rejection_sealed')),
  }
}
