import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { CustomerNo } from '#platform/customer-no.ts'
import { readBills } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { planDetail, planOf, readSignatures } from './plan-detail.ts'

type Asked = Input<(typeof restructureShapes)['signedPlans']>
type Answer = Output<(typeof restructureShapes)['signedPlans']>

/** All plans and bill conversions, newest first; one of them in detail. */
export async function signedPlans(
  services: Services,
  customer: CustomerNo,
  { loanNo }: Asked,
): Promise<Answer> {
  const [{ today, loans }, signatures] = await Promise.all([
    readBills(services, customer),
    readSignatures(services.database, customer),
  ])
  const plans = loans
    .flatMap((kept) => planOf(kept, { today, ...signatures }) ?? [])
    .toSorted(
      (left, right) =>
        right.signedOn.localeCompare(left.signedOn) || right.loanNo.localeCompare(left.loanNo),
    )
  const detail = loanNo === undefined ? undefined : await planDetail(services, { customer, loanNo })
  return { plans, detail }
}
