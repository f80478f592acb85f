import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing, WaitingDrawing } from '@qingzhou/ui/illustrations'
import { CallUs } from '#shared/call-us.tsx'
import { BillRows } from './bill-rows.tsx'
import type { LoanBill } from './loan-bill.ts'
import { to } from './to.ts'

/** Nothing can be joined: why, loan by loan, and what else can be done. */
export function NoBills({ bills }: { bills: readonly LoanBill[] }) {
  if (bills.length === 0) {
    return (
      <Empty
        title="没有可以分期的账单"
        drawing={<SettledDrawing />}
        action={
          <ButtonLink href={to.signedPlans} kind="quiet" fit>
            查看已签方案
          </ButtonLink>
        }
      >
        您没有待还的借款
      </Empty>
    )
  }
  return (
    <>
      <Empty title="现在没有可以分期的账单" drawing={<WaitingDrawing />}>
        原因列在下面，情况变了可以再来
      </Empty>
      <BillRows title="为什么" bills={bills} />
      <ButtonLink href={to.repayHome}>去还款</ButtonLink>
      <ButtonLink href={to.signedPlans} kind="quiet">
        查看已签方案
      </ButtonLink>
      <CallUs>还不上？可以和我们商量</CallUs>
    </>
  )
}
