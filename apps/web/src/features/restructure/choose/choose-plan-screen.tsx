import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PlanQuote } from '@qingzhou/contract/features/restructure'
import { SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button, QuickPicks, Slider } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import {
  DocumentButton,
  DocumentNeeded,
} from '#features/restructure/documents/hardship-document.tsx'
import type { PlanBills } from '#features/restructure/queries.ts'
import { billsQuery, planQuoteQuery, restructure } from '#features/restructure/queries.ts'
import { usePlanSteps } from '#features/restructure/sign/plan-steps.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { backOr, go } from '#platform/navigation/navigation.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import type { QueryStateProps } from '#shared/pages/query-state.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import type { LoanBill } from './loan-bill.ts'
import { filterChosen } from './loan-bill.ts'
import { OwedCard } from './owed-card.tsx'
import { PlanFigures, changeChoice, clearChoice, planChoice } from './plan-figures.tsx'

const MONTHS_FIRST = 12

/** The selected loans: of this phone, or of the open plan. */
function chosenBills(bills: PlanBills): readonly LoanBill[] {
  return filterChosen(bills, planChoice().loanNos ?? bills.openPlan?.loanNos ?? [])
}

/** The number of instalments and its debounced quote. */
function usePlanTerms(bills: PlanBills) {
  const { monthsMin, monthsMax, openPlan } = bills
  const [wanted, setWanted] = useState(
    () => planChoice().months ?? openPlan?.months ?? MONTHS_FIRST,
  )
  const months = Math.min(Math.max(wanted, monthsMin), monthsMax)
  const chosen = chosenBills(bills)
  const loanNos = chosen.map(({ loan }) => loan.loanNo)

  const key = `${loanNos.join('+')}/${months}`
  const isSettled = useDebouncedValue(key) === key
  const answer = useQuery({ ...planQuoteQuery({ loanNos, months }), enabled: isSettled })
  // While the slider moves, no quote of another number is shown.
  const quote = isSettled ? answer : { ...answer, data: undefined, error: null }

  function chooseMonths(next: number) {
    setWanted(next)
    changeChoice({ months: next })
  }

  return { chosen, loanNos, months, chooseMonths, quote }
}

type PlanTerms = ReturnType<typeof usePlanTerms>

const { choosePlan, chooseBills } = routes.restructure

const goBack = () => backOr(chooseBills)

/** The number of instalments and the quote. */
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
          : '下一步核验身份，签约前可随时修改'
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
      <FormError of={problem} />
    </Screen>
  )
}

function unavailable({ quote: { data, error } }: PlanTerms): { unavailable?: string } {
  if (error) return { unavailable: '暂不支持这样分期' }
  return data ? {} : { unavailable: '正在试算' }
}

/** The quote of the selection. Keeps its height while loading. */
function PlanQuoteCard({ quote }: { quote: QueryStateProps<PlanQuote>['query'] }) {
  return (
    <Card>
      <div className="quote">
        <QueryState
          query={quote}
          skeleton={<SkeletonLines count={6} label="正在试算" />}
          errorTitle="暂不支持这样分期"
        >
          {(answer) => <PlanFigures quote={answer} />}
        </QueryState>
      </div>
    </Card>
  )
}

/** Saves the selection as open plan and opens its first step. */
function useChoosePlan({ loanNos, months }: Pick<PlanTerms, 'loanNos' | 'months'>) {
  const client = useQueryClient()
  const { goOnWith, goOn } = usePlanSteps()
  const [problem, setProblem] = useState<string>()

  async function choose(): Promise<void> {
    setProblem(undefined)
    try {
      const request = { loanNos: [...loanNos], months, choose: true }
      const { openPlan } = await restructure.quote(request, { quiet: true })
      clearChoice()
      await (openPlan ? goOnWith(openPlan) : goOn())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // A refusal means that the debt has changed.
      await client.invalidateQueries({ queryKey: ['restructure'] })
    }
  }

  return { choose, problem }
}

const FREQUENT_MONTHS = [6, 12, 24, 36, 48, 60]

interface MonthsCardProps {
  terms: Pick<PlanTerms, 'months' | 'chooseMonths'>
  bills: Pick<PlanBills, 'monthsMin' | 'monthsMax' | 'monthsWithoutDocument'>
}

/** The number of instalments: by slider or quick pick. */
function MonthsCard({ terms: { months, chooseMonths }, bills }: MonthsCardProps) {
  const { monthsMin, monthsMax, monthsWithoutDocument } = bills
  const likely = FREQUENT_MONTHS.filter((pick) => pick >= monthsMin && pick <= monthsMax)
  return (
    <Card title="选择期数" note={`超过 ${monthsWithoutDocument} 期需要困难证明`}>
      <Num value={String(months)} unit="期" size="xl" />
      <Slider
        label="分期数"
        value={months}
        min={monthsMin}
        max={monthsMax}
        step={1}
        onChange={chooseMonths}
        valueText={`${months} 期`}
        minLabel={`${monthsMin} 期`}
        maxLabel={`${monthsMax} 期`}
      />
      <QuickPicks
        label="常选期数"
        picks={likely.map((pick) => ({ value: String(pick), label: `${pick} 期` }))}
        value={String(months)}
        onPick={(pick) => chooseMonths(Number(pick))}
      />
    </Card>
  )
}
