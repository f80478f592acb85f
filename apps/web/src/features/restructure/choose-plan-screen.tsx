import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { backOr, go } from '#platform/navigation.ts'
import { Problem } from '#shared/problem.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { DocumentButton, DocumentNeeded } from './document-needed.tsx'
import { MonthsCard } from './months-card.tsx'
import { OwedCard } from './owed-card.tsx'
import { PlanQuoteCard } from './plan-quote-card.tsx'
import { billsQuery, type PlanBills } from './queries.ts'
import { useChoosePlan } from './use-choose-plan.ts'
import { chosenBills, usePlanTerms, type PlanTerms } from './use-plan-terms.ts'

const { choosePlan, chooseBills } = routes.restructure
const goBack = () => backOr(chooseBills)

/** In how many instalments, and everything that follows from it. */
export default function ChoosePlanScreen() {
  const bills = useQuery(billsQuery)
  const isFresh = bills.data !== undefined && !bills.isFetching
  const hasChosen = bills.data !== undefined && chosenBills(bills.data).length > 0
  const hasNothing = isFresh && !hasChosen

  useEffect(() => {
    if (hasNothing) void go(chooseBills, { replace: true })
  }, [hasNothing])

  if (bills.data && hasChosen) return <ChoosePlan bills={bills.data} />
  return (
    <Screen title={choosePlan.title} onBack={goBack}>
      <QueryState query={{ ...bills, data: undefined }} skeleton={<SkeletonCards count={3} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

function ChoosePlan({ bills }: { bills: PlanBills }) {
  const terms = usePlanTerms(bills)
  const { choose, problem } = useChoosePlan(terms)
  const { data: quote } = terms.quote
  const isWanting = quote !== undefined && quote.needsDocument && !quote.hasDocument
  const [first] = terms.loanNos

  return (
    <Screen
      title={choosePlan.title}
      onBack={goBack}
      footerNote={
        isWanting
          ? `${bills.monthsWithoutDocument} 期以内不需要证明`
          : '下一步核验身份，签约前都可以改'
      }
      footer={
        isWanting ? (
          <DocumentButton loanNo={first} />
        ) : (
          <Button onPress={choose} {...unavailable(terms)}>
            按 {terms.months} 期申请
          </Button>
        )
      }
    >
      <OwedCard bills={terms.chosen} />
      <MonthsCard terms={terms} bills={bills} />
      {isWanting && <DocumentNeeded monthsMax={bills.monthsWithoutDocument} />}
      <PlanQuoteCard quote={terms.quote} />
      <Problem of={problem} />
    </Screen>
  )
}

function unavailable({ quote: { data, error } }: PlanTerms): { unavailable?: string } {
  if (error) return { unavailable: '暂时不能这样分期' }
  return data ? {} : { unavailable: '正在试算' }
}
