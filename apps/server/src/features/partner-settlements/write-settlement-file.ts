import { mayDo } from '@qingzhou/contract/permissions'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { partnersToSettle, type PartySums } from '@qingzhou/domain/funding/settlement'
import { findSettlementDigest, readPartnerRows } from '@qingzhou/lending/index'
import type { StaffMember } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { readSettlements } from './read-settlements.ts'

export type SettlementFile = { readonly sums: PartySums; readonly digest: string }

/**
 * Writes the settlement file of a partner and a day, piece by piece, from the ledger. It must have the digest with
 * which the day was settled. [Z9]
 */
export async function writeSettlementFile(
  services: Pick<Services, 'database' | 'now'>,
  staff: StaffMember,
  {
    day,
    partnerNo,
    write,
  }: {
    readonly day: LocalDate
    readonly partnerNo: string
    readonly write: (text: string) => Promise<void>
  },
): Promise<SettlementFile> {
  const { database } = services
  if (!mayDo(staff, 'partners:file')) throw new Refused({ kind: 'staff-not-allowed' })
  const digest = await findSettlementDigest(database, { day, partnerNo })
  if (!digest) throw new Refused({ kind: 'partner-day-open' })
  // Who takes the file is in the log before anything of it is written.
  const about = `partner=${partnerNo} day=${day}`
  await recordStaffAct(database, services, { staff, act: 'write-partner-file', about })
  const known = partnersToSettle(await readPartnerRows(database), day)
  const partners = known.filter((one) => one.partnerNo === partnerNo)
  const made = await readSettlements(database, {
    day,
    partners,
    partnerNo,
    write: async (_, text) => write(text),
  })
  const own = made.find((one) => one.partnerNo === partnerNo)
  if (!own?.digest?.equals(digest)) throw new Refused({ kind: 'partner-file-differs' })
  return { sums: own.sums, digest: digest.toString('hex') }
}
