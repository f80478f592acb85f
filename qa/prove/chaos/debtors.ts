import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { newBorrower, type TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { confirmTransfer } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { createDatabase } from '@qingzhou/platform/database/pool'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'

/** One instalment is overdue. */
const DAYS = 35

/**
 * Customers who owe an instalment and do nothing themselves, so that money outside the
 * orders has something to pay. The product has no other loans yet.
 */
export async function newDebtors(
  product: TestProduct,
  { ownerUrl, count }: { readonly ownerUrl: string; readonly count: number },
): Promise<TestBorrower[]> {
  const { services } = product
  const debtors: TestBorrower[] = []
  for (let turn = 0; turn < count; turn += 1) debtors.push(await newBorrower(product))
  const today = services.today()
  const owner = createDatabase(ownerUrl, { max: 1, onIdleError: () => {} })
  await setBusinessDate(owner, addDays(today, -DAYS))
  await owner.close()
  for (const { customer } of debtors) {
    const act = { customer, requestNo: 'draw-of-a-debtor', actor: 'customer' }
    const terms = { amount: fen(12_000_00n), months: 12, purpose: 'travel' } as const
    const { loanNo } = await drawLoan(services, act, { ...terms, method: 'equal-instalments' })
    const paidOut = { ...act, requestNo: 'disbursement-of-a-debtor' }
    await confirmTransfer(services, paidOut, { kind: 'disbursement', transferNo: loanNo })
  }
  await services.endOfDay(today, { debits: 'ignore' })
  return debtors
}
