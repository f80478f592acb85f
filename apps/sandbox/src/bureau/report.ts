import { createHash } from 'node:crypto'
import type { BureauReport } from '@qingzhou/provider-api/calls'
import { outcomeOf } from '#known-person.ts'

const GOOD: BureauReport = {
  score: 742,
  openLoans: 1,
  owedFen: '1200000',
  overdueNow: false,
  daysOverdueMaxInTwoYears: 0,
  enquiriesInThreeMonths: 1,
  isOnFraudList: false,
  isEnforced: false,
}

const WEAK: BureauReport = {
  ...GOOD,
  score: 468,
  openLoans: 9,
  owedFen: '18600000',
  daysOverdueMaxInTwoYears: 58,
  enquiriesInThreeMonths: 14,
}

/** What the bureau knows of somebody: by their story, or else always the same for an ID number. */
export function reportOn(idNumber: string): BureauReport {
  switch (outcomeOf(idNumber)) {
    case 'declined':
      return WEAK
    case 'riskRefused':
      return { ...GOOD, score: 512, isOnFraudList: true }
    case 'refused':
      return { ...GOOD, score: 533, isEnforced: true }
    default:
      return idNumber.startsWith('99') ? GOOD : derivedFrom(idNumber)
  }
}

/** Most people are sound, a few are somewhat worse, and one in sixteen has too many debts. */
function derivedFrom(idNumber: string): BureauReport {
  const [luck = 0, spread = 0, loans = 0, asked = 0] = createHash('sha256')
    .update(idNumber)
    .digest()
  if (luck < 16) return WEAK
  return {
    ...GOOD,
    score: 640 + (spread % 150),
    openLoans: loans % 4,
    owedFen: String((loans % 4) * 850_000),
    enquiriesInThreeMonths: asked % 5,
  }
}
