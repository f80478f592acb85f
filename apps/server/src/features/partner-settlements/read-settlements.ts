import { createHash } from 'node:crypto'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  addPart,
  noPartySums,
  settlementHead,
  settlementLine,
  settlementSums,
  settlementTrailer,
  type NamedPartner,
} from '@qingzhou/domain/funding/settlement'
import { OWN_PART, readDayParts, type Settlement } from '@qingzhou/lending/index'
import type { Queryable } from '@qingzhou/platform/database/database'

type OfDay = {
  readonly day: LocalDate
  readonly partners: readonly NamedPartner[]
  /** Only the loans of this partner. */
  readonly partnerNo?: string
  /** Gets the file of each partner, piece by piece. */
  readonly write: (partnerNo: string, text: string) => Promise<void>
}

/** Makes the settlement files of a day from the ledger, and answers the sums and digests of the partners and the lender. [Z8, Z9] */
export async function readSettlements(
  db: Queryable,
  { day, partners, partnerNo: only, write }: OfDay,
): Promise<readonly Settlement[]> {
  const sums = new Map(
    [...partners.map(({ partnerNo }) => partnerNo), OWN_PART].map((no) => [no, noPartySums]),
  )
  const files = new Map(partners.map(({ partnerNo }) => [partnerNo, createHash('sha256')]))
  const put = async (partnerNo: string, text: string) => {
    files.get(partnerNo)?.update(text)
    if (text !== '') await write(partnerNo, text)
  }
  for (const partner of partners) await put(partner.partnerNo, settlementHead({ ...partner, day }))
  for await (const parts of readDayParts(db, { day, partnerNo: only })) {
    for (const part of parts) {
      const before = sums.get(part.partnerNo)
      if (before) sums.set(part.partnerNo, addPart(before, part))
    }
    const own = Map.groupBy(parts, ({ partnerNo }) => partnerNo)
    for (const { partnerNo } of partners) {
      await put(partnerNo, (own.get(partnerNo) ?? []).map(settlementLine).join(''))
    }
  }
  const settlements: Settlement[] = []
  for (const [partnerNo, party] of sums) {
    const file = files.get(partnerNo)
    if (file) {
      await put(partnerNo, settlementSums(party))
      await put(partnerNo, settlementTrailer(party, file.copy().digest('hex')))
    }
    settlements.push({ partnerNo, sums: party, digest: file?.digest() })
  }
  return settlements
}
