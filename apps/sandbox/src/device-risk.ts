import { createHash } from 'node:crypto'
import { outcomeOf } from './known-person.ts'

const RISKY_SCORE = 95
/** Where the scores of everybody else lie. */
const CALM_SCORES_MAX = 24

/** A vendor's opinion of a device in the hands of a person: 0 is calm, 100 is certain fraud. */
export function deviceRisk(
  vendor: 'first' | 'second',
  { deviceKey, idNumber }: { readonly deviceKey: string; readonly idNumber: string },
): { score: number } {
  if (outcomeOf(idNumber) === 'riskRefused') return { score: RISKY_SCORE }
  const [first = 0] = createHash('sha256').update(`${vendor}\n${deviceKey}\n${idNumber}`).digest()
  return { score: first % (CALM_SCORES_MAX + 1) }
}
