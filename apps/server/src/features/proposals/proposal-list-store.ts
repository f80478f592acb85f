import type { ListPlace } from '@qingzhou/contract/wire/list'
import type { Database } from '@qingzhou/platform/database/database'
import { withOwnPlan } from '@qingzhou/platform/database/own-plan'
import {
  LISTED,
  listedProposal,
  type ListedProposal,
  type ListedRow,
  type ProposalState,
} from './proposal-store.ts'

export type ProposalSort = {
  readonly by: 'proposedAt' | 'amount' | 'expiresAt'
  readonly order: 'up' | 'down'
}

export type ProposalsWanted = {
  readonly state?: ProposalState | undefined
  readonly kind?: string | undefined
  /** Kinds that are left out. */
  readonly notKinds?: readonly string[] | undefined
  readonly customer?: string | undefined
  readonly proposedBy?: string | undefined
  readonly notProposedBy?: string | undefined
  /** Only those that a reviewer sent back, or only the others. */
  readonly isSentBack?: boolean | undefined
  readonly sort: ProposalSort
  readonly after?: ListPlace | undefined
  readonly count: number
}

// A table: the key of a sorting is a whole number, so that a place is exact.
const keys: Readonly<Record<ProposalSort['by'], string>> = {
  proposedAt: '(extract(epoch FROM proposed_at) * 1000000)::bigint',
  amount: 'amount_fen',
  expiresAt: '(extract(epoch FROM expires_at) * 1000000)::bigint',
}

/** Each column has an index: by itself, and after the state, the kind and the proposer. */
const columns: Readonly<Record<ProposalSort['by'], string>> = {
  proposedAt: 'proposed_at',
  amount: 'amount_fen',
  expiresAt: 'expires_at',
}

// A table: what a key stands for, as the type of its column.
const places: Readonly<Record<ProposalSort['by'], string>> = {
  proposedAt: `timestamptz 'epoch' + $7::bigint * interval '1 microsecond'`,
  amount: '$7::bigint',
  expiresAt: `timestamptz 'epoch' + $7::bigint * interval '1 microsecond'`,
}

/** A page of proposals, with the place of each in its sorting. */
export async function pageOfProposals(
  db: Pick<Database, 'inTransaction'>,
  { sort, after, count, ...wanted }: ProposalsWanted,
): Promise<(ListedProposal & { readonly place: ListPlace })[]> {
  const key = keys[sort.by]
  const column = columns[sort.by]
  const [order, beyond] = sort.order === 'up' ? ['ASC', '>'] : ['DESC', '<']
  const rows = await withOwnPlan(db, (tx) =>
    tx.query<ListedRow & { key: bigint }>(
      `SELECT ${LISTED}, ${key} AS key FROM proposals
        WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR kind = $2)
          AND ($3::text IS NULL OR customer_no = $3) AND ($4::text IS NULL OR proposed_by = $4)
          AND ($5::text IS NULL OR proposed_by <> $5)
          AND ($6::boolean IS NULL OR (sent_back_at IS NOT NULL) = $6)
          AND ($7::bigint IS NULL OR (${column}, proposal_no) ${beyond} (${places[sort.by]}, $8))
          AND ($10::text[] IS NULL OR kind <> ALL ($10))
        ORDER BY ${column} ${order}, proposal_no ${order} LIMIT $9`,
      [
        wanted.state,
        wanted.kind,
        wanted.customer,
        wanted.proposedBy,
        wanted.notProposedBy,
        wanted.isSentBack,
        after?.key,
        after?.no,
        count,
        wanted.notKinds,
      ],
    ),
  )
  return rows.map((row) => ({
    ...listedProposal(row),
    place: { key: String(row.key), no: row.proposal_no },
  }))
}
