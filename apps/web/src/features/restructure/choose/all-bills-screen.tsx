import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { BillRows } from './bill-ticks.tsx'
import { canBeConsolidated, type LoanBill } from './loan-bill.ts'
import { billsQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

/** All open loans: which can be consolidated, and the reasons of the others. */
export default function AllBillsScreen() {
  const bills = useQuery(billsQuery)
  return (
    <Screen title={routes.restructure.allBills.title} onBack={back}>
      <QueryState query={bills} skeleton={<SkeletonCards count={3} />}>
        {({ loans }) =>
          loans.length === 0 ? (
            <Empty title="没有待还的借款" drawing={<SettledDrawing />}>
              已签的方案可在“已签分期方案”中查看
            </Empty>
          ) : (
            <AllBills bills={loans} />
          )
        }
      </QueryState>
    </Screen>
  )
}

function AllBills({ bills }: { bills: readonly LoanBill[] }) {
  const joinable = bills.filter(canBeConsolidated)
  const others = bills.filter((bill) => !canBeConsolidated(bill))
  return (
    <div className="stack stack-3">
      {joinable.length > 0 && (
        <>
          <BillRows title="可以分期" bills={joinable} />
          <ButtonLink href={links.chooseBills} kind="quiet">
            选择要合并的账单
          </ButtonLink>
        </>
      )}
      {others.length > 0 && <BillRows title="暂时不能分期" bills={others} />}
      <ServiceContact>对结果有疑问？</ServiceContact>
    </div>
  )
}
