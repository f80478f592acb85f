import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenPlan, PlanQuote } from '@qingzhou/contract/features/restructure'
import { mask } from '@qingzhou/domain/people/masking'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { CostSheet } from '#shared/lending/cost-sheet.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import {
  DocumentButton,
  DocumentNeeded,
} from '#features/restructure/documents/hardship-document.tsx'
import { filterChosen } from '#features/restructure/choose/loan-bill.ts'
import { OwedCard } from '#features/restructure/choose/owed-card.tsx'
import { PlanFigures } from '#features/restructure/choose/plan-figures.tsx'
import { PlanProgress } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'
import { type PlanBills, planQuoteQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'
import { useSignPlan } from './use-sign-plan.ts'

const { signPlan, planCard } = routes.restructure

/** The plan, its costs, agreements and the signature. */
export default function SignPlanScreen() {
  return (
    <PlanStepGate at="sign" title={signPlan.title}>
      {(plan, bills) => <SignPlan plan={plan} bills={bills} />}
    </PlanStepGate>
  )
}

function SignPlan({ plan, bills }: { plan: OpenPlan; bills: PlanBills }) {
  const quote = useQuery(planQuoteQuery(plan))
  const signing = useSignPlan(plan.planNo)

  if (quote.data) {
    return (
      // Ticks belong to one quote and are not reused for another.
      <SignPlanForm
        key={quote.data.quoteId}
        plan={plan}
        bills={bills}
        quote={quote.data}
        signing={signing}
      />
    )
  }
  return (
    <Screen title={signPlan.title} onBack={() => backOr(planCard)} top={<PlanProgress at="sign" />}>
      <QueryState
        query={quote}
        skeleton={<SkeletonCards count={3} />}
        errorTitle="暂不能签约该方案"
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface SignPlanFormProps {
  plan: OpenPlan
  bills: PlanBills
  quote: PlanQuote
  signing: ReturnType<typeof useSignPlan>
}

function SignPlanForm({ plan, bills, quote, signing }: SignPlanFormProps) {
  const { planNo } = plan
  const toSign = useQuery(
    agreementsToSign({ eventType: '0501', plan: { planNo }, key: quote.quoteId }),
  )
  const ticks = useSigning(toSign.data?.agreements ?? [])
  const [isReading, setReading] = useState(false)
  const isWanting = quote.needsDocument && !quote.hasDocument

  function readCosts() {
    if (ticks.check()) setReading(true)
  }

  async function confirm() {
    await signing.sign(quote, ticks.agreed)
    setReading(false)
  }

  return (
    <Screen
      title={signPlan.title}
      onBack={() => backOr(planCard)}
      top={<PlanProgress at="sign" />}
      footerNote={isWanting ? undefined : '下一步先看综合融资成本，确认后签约'}
      footer={
        isWanting ? (
          <DocumentButton loanNo={plan.loanNos[0]} />
        ) : (
          <Button onPress={readCosts} {...(!toSign.data && { unavailable: '正在准备协议' })}>
            去签约，分 {quote.months} 期还
          </Button>
        )
      }
    >
      <FormError of={signing.problem} />
      {isWanting && <DocumentNeeded monthsMax={bills.monthsWithoutDocument} />}
      <PlanToSign plan={plan} bills={bills} quote={quote} />
      {!isWanting && (
        <QueryState query={toSign} skeleton={<SkeletonLines count={2} />}>
          {() => <AgreementTicks signing={ticks} />}
        </QueryState>
      )}
      <CostSheet
        costs={quote.costSheet}
        open={isReading}
        onClose={() => setReading(false)}
        onConfirm={confirm}
        confirmLabel="我已了解全部成本，确认签约"
        note="确认即签署协议，原借款当场结清；签署后可随时查看"
      />
    </Screen>
  )
}

interface PlanToSignProps {
  plan: OpenPlan
  bills: PlanBills
  quote: PlanQuote
}

/** All parts of the plan, each with a link to change it. */
function PlanToSign({ plan, bills, quote }: PlanToSignProps) {
  const cards = useQuery(boundCardsQuery())
  const card = cards.data?.find(({ cardId }) => cardId === plan.cardId)
  return (
    <>
      <OwedCard bills={filterChosen(bills, plan.loanNos)} />
      <Card
        title={`分 ${quote.months} 期还`}
        trailing={
          <ButtonLink href={links.choosePlan} kind="text" fit>
            修改期数
          </ButtonLink>
        }
      >
        <PlanFigures quote={quote} />
      </Card>
      <Card title="还款和联系">
        <Pairs
          pairs={[
            ...(card ? [{ label: '还款卡', value: `${card.bankName}（${card.lastFour}）` }] : []),
            ...(plan.contacts ?? []).map(({ name, mobile }, index) => ({
              label: `联系人 ${index + 1}`,
              value: `${name} ${mask(mobile)}`,
            })),
          ]}
        />
      </Card>
    </>
  )
}
