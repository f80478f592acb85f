import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  readTiers,
  tiersText,
  type Otherwise,
  type PartnerRow,
  type PartnerState,
} from '@qingzhou/domain/funding/partner-rows'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

type Row = {
  partner_no: string
  day: LocalDate
  state: PartnerState
  name: string | null
  licence_no: string | null
  shares: string | null
  own_ppm_min: number | null
  customer_max_fen: bigint | null
  total_max_fen: bigint | null
  otherwise: Otherwise | null
}

/** Every row that counts: the last one recorded of each partner and day. */
export async function readPartnerRows(db: Queryable): Promise<PartnerRow[]> {
  const rows = await db.query<Row>(
    `SELECT DISTINCT ON (partner_no, day) partner_no, day, state, name, licence_no, shares,
            own_ppm_min, customer_max_fen, total_max_fen, otherwise
       FROM funding_partner_rows ORDER BY partner_no, day, row_no DESC`,
    [],
  )
  return rows.map(partnerRowOf)
}

/** A row as it was recorded, superseded or not. */
type RecordedPartnerRow = PartnerRow & {
  readonly proposalNo: string
  readonly recordedAt: Date
  readonly isSuperseded: boolean
}

export async function listPartnerRows(db: Queryable): Promise<RecordedPartnerRow[]> {
  const rows = await db.query<
    Row & { proposal_no: string; recorded_at: Date; is_superseded: boolean }
  >(
    `SELECT partner_no, day, state, name, licence_no, shares, own_ppm_min, customer_max_fen,
            total_max_fen, otherwise, proposal_no, recorded_at,
            row_no < max(row_no) OVER (PARTITION BY partner_no, day) AS is_superseded
       FROM funding_partner_rows ORDER BY partner_no, day, row_no`,
    [],
  )
  return rows.map((row) => ({
    ...partnerRowOf(row),
    proposalNo: row.proposal_no,
    recordedAt: row.recorded_at,
    isSuperseded: row.is_superseded,
  }))
}

function partnerRowOf(row: Row): PartnerRow {
  const { partner_no: partnerNo, day, state } = row
  const { name, licence_no, shares, own_ppm_min, customer_max_fen, total_max_fen, otherwise } = row
  if (
    name === null ||
    licence_no === null ||
    shares === null ||
    own_ppm_min === null ||
    customer_max_fen === null ||
    total_max_fen === null ||
    otherwise === null
  ) {
    return { partnerNo, day, state }
  }
  const terms = {
    name,
    licenceNo: licence_no,
    tiers: readTiers(shares),
    ownPpmMin: BigInt(own_ppm_min),
    customerMax: fen(customer_max_fen),
    totalMax: fen(total_max_fen),
    otherwise,
  }
  return { partnerNo, day, state, terms }
}

/**
 * Who records a row, or draws on a partner's limit, waits for the others: the limit of a partner counts the
 * draws of all customers.
 */
export async function lockPartners(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('funding_partners'))`, [])
}

export async function insertPartnerRows(
  tx: Queryable,
  { rows, proposalNo }: { readonly rows: readonly PartnerRow[]; readonly proposalNo: string },
): Promise<void> {
  for (const { partnerNo, day, state, terms } of rows) {
    await tx.query(
      `INSERT INTO funding_partner_rows (partner_no, day, state, name, licence_no, shares, own_ppm_min,
                                         customer_max_fen, total_max_fen, otherwise, proposal_no)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        partnerNo,
        day,
        state,
        terms?.name,
        terms?.licenceNo,
        terms && tiersText(terms.tiers),
        terms && Number(terms.ownPpmMin),
        terms?.customerMax,
        terms?.totalMax,
        terms?.otherwise,
        proposalNo,
      ],
    )
  }
}
