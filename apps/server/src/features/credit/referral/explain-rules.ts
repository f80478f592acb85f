import {
  sourcesLeftOut,
  notAsked,
  policyVersion as current,
  refusalRules,
} from '@qingzhou/domain/credit/policy'
import { referralRules } from '@qingzhou/domain/credit/referral'
import type { DecisionRecord } from '../decision-store.ts'

/**
 * Each rule and whether the applicant passed it, missing if it was not asked. Only the version that
 * decided knows its rules.
 */
export function explainRules({
  policyVersion,
  outcome,
  reasons,
  points,
}: Pick<DecisionRecord, 'policyVersion' | 'outcome' | 'reasons' | 'points'>): {
  rule: string
  isPassed?: boolean
}[] {
  if (policyVersion !== current) return []
  const left = notAsked(sourcesLeftOut(points))
  // Whether a person decides is asked once no ground refuses.
  const isReferrable = outcome === 'approved' || outcome === 'referred'
  const asked: readonly string[] = isReferrable ? [...refusalRules, ...referralRules] : refusalRules
  return [...refusalRules, ...referralRules].map((rule) =>
    asked.includes(rule) && !left.includes(rule)
      ? { rule, isPassed: !reasons.includes(rule) }
      : { rule },
  )
}
