import type { CreditReview } from '@qingzhou/contract/features/console/reviews'
import type { CreditDecision } from '@qingzhou/contract/features/console/customers'
import type { Applicant } from '@qingzhou/domain/credit/applicant'
import { fen } from '@qingzhou/domain/money/money'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { product } from '@qingzhou/domain/product'
import { findPerson } from '#features/identity/index.ts'
import { isOwnAccount, isSamePerson, namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { findDecision, type DecisionRecord } from '../decision-store.ts'
import { explainRules } from './explain-rules.ts'
import { applicantFromJson } from '../replay-decision.ts'
import { findReferral, type Referral } from './referral-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/**
 * What the rules found of a referred application, and what is known of the applicant; undefined for
 * another number. The access is logged first.
 */
export async function readCreditReview(
  deps: Deps,
  { staff }: StaffCaller,
  applyNo: string,
): Promise<CreditReview | undefined> {
  const { database } = deps
  const referral = await findReferral(database, applyNo)
  const decision = referral && (await findDecision(database, deps, applyNo))
  if (!decision) return undefined
  const { customer, first, decidedBy, decideBy, referredAt } = referral
  const about = `application=${applyNo}`
  await recordStaffAct(database, deps, { staff, act: 'look-at-credit-review', customer, about })

  const person = await findPerson(database, deps, customer)
  const { staffNo } = staff
  const names = await namesOfStaff(database, deps, [decidedBy ?? [], first?.by ?? []].flat())
  const most = fen(decision.amountFen ?? 0n)
  return {
    customer,
    name: person ? maskName(person.name) : '',
    idNumber: person ? maskIdNumber(person.idNumber) : '',
    explained: explain(decision, referral),
    known: describeApplicant(applicantFromJson(decision.inputs)),
    referredAt: referredAt.getTime(),
    decideBy: decideBy.getTime(),
    amountMax: first && first.amount < most ? first.amount : most,
    amountMin: product.limit.amountMin,
    step: product.limit.step,
    twoReviewersAbove: product.creditReview.twoReviewersAbove,
    first: first && {
      by: names.get(first.by) ?? first.by,
      at: first.at.getTime(),
      amount: first.amount,
      isOwn: first.by === staffNo || (await isSamePerson(database, [first.by, staffNo])),
    },
    isOwn: await isOwnAccount(database, { customer, staffNo }),
    decision: decisionOf(referral, names),
  }
}

function explain(decision: DecisionRecord, referral: Referral): CreditDecision {
  const { policyVersion, outcome, grade, amountFen, reasons, points, retryOn } = decision
  return {
    policyVersion,
    outcome,
    grade,
    amount: amountFen === undefined ? undefined : fen(amountFen),
    reasons: [...reasons],
    rules: explainRules(decision),
    points: [...points],
    retryOn,
    decidedAt: referral.referredAt.getTime(),
  }
}

function decisionOf(
  { state, decidedBy, endedAt, amount, ground }: Referral,
  names: ReadonlyMap<string, string>,
): CreditReview['decision'] {
  if (decidedBy === undefined || endedAt === undefined) return undefined
  const verdict = state === 'approved' ? 'approved' : 'refused'
  return { verdict, by: names.get(decidedBy) ?? decidedBy, at: endedAt.getTime(), amount, ground }
}

function describeApplicant({
  age,
  education,
  occupation,
  monthlyIncome,
  bureau,
  devices,
}: Applicant) {
  const risks = [devices?.first, devices?.second]
  return {
    age,
    education,
    occupation,
    monthlyIncome,
    report: bureau && {
      score: bureau.score,
      owed: bureau.owed,
      enquiriesInThreeMonths: bureau.enquiriesInThreeMonths,
      daysOverdueMaxInTwoYears: bureau.daysOverdueMaxInTwoYears,
    },
    deviceRisks: risks.filter((risk) => typeof risk === 'number'),
  }
}
