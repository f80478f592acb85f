import type { Money } from '@qingzhou/domain/money/money'
import { customerOfOrder } from '@qingzhou/providers/records/bank-order-store'
import { findDraw, findDrawOfLoan } from '@qingzhou/lending/index'
import type { Services } from '#services.ts'
import { findLoanApplication } from '#features/loans/loan-application-store.ts'
import { pollDisbursement } from './disburse.ts'
import { settleDisbursement } from './settle-disbursement.ts'

/**
 * Callback of the bank for an order. Its content is not used: callbacks arrive late, twice and out
 * of order, so the bank is asked for the state.
 */
export async function transferCallback(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const { database } = services
  const customer = await customerOfOrder(database, { orderNo, kind: 'disbursement' })
  if (customer === undefined) return
  const drawNo = await findDrawOfLoan(database, { customer, loanNo: orderNo })
  if (drawNo === undefined) return
  const application = await findLoanApplication(database, { customer, drawNo })
  const draw = await findDraw(database, { customer, drawNo })
  if (application?.state !== 'processing' || !draw) return

  const answer = await pollDisbursement(services, draw)
  if (answer.state !== 'done' && answer.state !== 'declined') return
  await settleDisbursement(services, { customer, drawNo }, answer)
}

/** The amount of a disbursement of ours, for notices that name one. */
export async function payoutAmount(
  { database }: Pick<Services, 'database'>,
  { orderNo }: { readonly orderNo: string },
): Promise<Money | undefined> {
  const customer = await customerOfOrder(database, { orderNo, kind: 'disbursement' })
  if (customer === undefined) return undefined
  const drawNo = await findDrawOfLoan(database, { customer, loanNo: orderNo })
  return drawNo === undefined ? undefined : (await findDraw(database, { customer, drawNo }))?.amount
}
