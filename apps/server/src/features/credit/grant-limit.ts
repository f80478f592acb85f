import type { Grade } from '@qingzhou/domain/credit/policy'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { openLimit } from '#lending/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'

type Granted = {
  readonly customer: CustomerNo
  readonly applyNo: string
  readonly amount: Money
  readonly grade: Grade
}

/** Opens the limit an application came to, and tells its owner, in the transaction of the decision. */
export async function grantLimit(
  tx: Transaction,
  services: Services,
  { customer, applyNo, amount, grade }: Granted,
): Promise<void> {
  const act = { customer, requestNo: `limit-${applyNo}`, actor: 'system' }
  const joined = { database: inside(tx), now: services.now }
  await openLimit(joined, act, { amount, grade, lender: 'consumer-finance' })
  await enqueueSms(tx, services, {
    customer,
    kind: 'limit-granted',
    messageNo: `decision-${applyNo}`,
    text: `您的额度申请已通过，可用额度 ${displayYuan(amount)} 元，请登录查看。`,
  })
}
