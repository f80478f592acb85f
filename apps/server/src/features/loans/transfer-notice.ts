import { customerOfOrder } from '#platform/bank-order-store.ts'
import { findDraw, findDrawOfLoan } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import { findLoanApplication } from './loan-application-store.ts'
import { askPayout } from './pay-out.ts'
import { settlePayout } from './settle-payout.ts'

/**
 * The bank says that something became of an order. What, it is asked: notices come late, twice and
 * out of order, and the answer to a question of our own does not.
 */
export async function transferNotice(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const { database } = services
  const customer = await customerOfOrder(database, { orderNo, kind: 'payout' })
  if (customer === undefined) return
  const loanSeqNo = await findDrawOfLoan(database, { customer, loanNo: orderNo })
  if (loanSeqNo === undefined) return
  const application = await findLoanApplication(database, { customer, loanSeqNo })
  const draw = await findDraw(database, { customer, drawNo: loanSeqNo })
  if (application?.state !== 'processing' || !draw) return

  const answer = await askPayout(services, draw)
  if (answer.state !== 'done' && answer.state !== 'declined') return
  await settlePayout(services, { customer, loanSeqNo }, answer)
}
