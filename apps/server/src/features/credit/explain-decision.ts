import { displayAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { Services } from '#platform/services.ts'
import { findOrigin, type DecisionRecord, type Origin } from './decision-store.ts'
import { replayDecision } from './replay-decision.ts'

/** A decision as readable lines: outcome, reasons, points and inputs. */
export async function explainDecision(
  services: Pick<Services, 'database' | 'vault'>,
  applyNo: string,
): Promise<readonly string[] | undefined> {
  const replay = await replayDecision(services, applyNo)
  if (!replay) return undefined
  const { kept, now, differences } = replay
  const total = kept.points.reduce((sum, { points }) => sum + points, 0)
  return [
    `Application ${applyNo}, decided on ${kept.decidedOn} by policy ${kept.policyVersion}`,
    ...originLines(await findOrigin(services.database, services, applyNo)),
    `Outcome: ${outcomeOf(kept)}`,
    ...kept.reasons.map((reason) => `Ground: ${reason}`),
    ...kept.points.map((row) => `${String(row.points).padStart(6)}  ${row.for}`),
    ...(kept.points.length > 0 ? [`${String(total).padStart(6)}  points in all`] : []),
    `Known then: ${kept.inputs}`,
    now
      ? againOf(differences)
      : 'Decided before the application was made: there is no policy to ask.',
  ]
}

function originLines({ channel, uriId, subChannel }: Origin): string[] {
  const parts = [
    channel && `channel ${channel}`,
    uriId && `link ${uriId}`,
    subChannel && `sub-channel ${subChannel}`,
  ].filter(Boolean)
  return parts.length > 0 ? [`Came by ${parts.join(', ')}`] : []
}

function outcomeOf({ outcome, grade, amountFen, retryOn }: DecisionRecord): string {
  if (amountFen === undefined) return `${outcome}; may apply again from ${retryOn} on`
  const rates: Readonly<Record<string, bigint>> = product.gradeRatesPpm
  const rate = displayAnnualRate(rates[grade ?? ''] ?? 0n)
  return `${outcome}, grade ${grade}, ${displayYuan(fen(amountFen))} yuan at ${rate} a year`
}

function againOf(differences: readonly string[]): string {
  if (differences.length === 0) return 'Decided again just now: the same.'
  return `Decided again by the policy of today, it differs in: ${differences.join(', ')}.`
}
