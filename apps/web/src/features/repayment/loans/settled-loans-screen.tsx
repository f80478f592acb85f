import { useInfiniteQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { LoanRows } from './loan-rows.tsx'
import { Paged } from '#shared/pages/paged.tsx'
import { settledLoansQuery } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'

/** The settled loans. */
export default function SettledLoansScreen() {
  const history = useInfiniteQuery(settledLoansQuery)
  return (
    <Screen
      title={routes.repayment.settledLoans.title}
      onBack={back}
      footer={
        (history.data?.pages[0]?.loans.length ?? 0) > 0 && (
          <ButtonLink href={links.settlementCertificate}>开具结清证明</ButtonLink>
        )
      }
    >
      <Paged
        query={history}
        itemsOf={({ loans }) => loans}
        empty={<Empty title="还没有结清的借款">结清后的借款会列在这里</Empty>}
      >
        {(loans) => <LoanRows loans={loans} />}
      </Paged>
    </Screen>
  )
}
