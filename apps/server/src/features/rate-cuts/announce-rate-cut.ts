import { displayAnnualRate } from '@qingzhou/domain/loans/annual-rate'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { readRateCuts } from '#lending/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'

type Cut = { readonly customer: CustomerNo; readonly cutNo: string }

/** Has a borrower told, in the transaction of the cut itself. */
export function announceLater({ tasks }: Pick<Services, 'tasks'>) {
  return async (tx: Transaction, { customer, cutNo }: Cut): Promise<void> => {
    const payload = { customer, cutNo }
    await tasks.add(tx, { kind: 'announce-rate-cut', payload, key: `${customer}:${cutNo}` })
  }
}

/** Tells a borrower of a cut. Who has several loans in one cut is told once. */
export async function announceRateCut(services: Services, { customer, cutNo }: Cut): Promise<void> {
  const cuts = await readRateCuts(services.database, customer)
  const cut = cuts.find((one) => one.cutNo === cutNo)
  if (!cut) return
  const batchNo = cutNo.replace(`-${cut.loanNo}`, '')
  const text = `您的借款年化利率自 ${cut.from} 起降至 ${percentOf(cut.newRatePpm)}，之后各期账单已按新利率重新计算，可在“降息查询”中查看。`
  const message = { customer, kind: 'rate-cut', messageNo: `rate-cut-${batchNo}`, text }
  await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
}

/** 108000 parts per million read 10.80 %; what is finer than that is shown, too. */
function percentOf(ppm: bigint): string {
  return displayAnnualRate(ppm).replace(/0{1,2}%$/, '%')
}
