import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OpenPlan, PlanQuote } from '@qingzhou/contract/restructure'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { toast } from '@qingzhou/ui/toast'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { AgreementTicks } from '#shared/agreement-ticks.tsx'
import { CostSheet } from '#shared/cost-sheet.tsx'
import { Problem } from '#shared/problem.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { agreementsToSign, useSigning } from '#shared/use-signing.ts'
import { DocumentButton, DocumentNeeded } from './document-needed.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { PlanToSign } from './plan-to-sign.tsx'
import type { PlanBills } from './queries.ts'
import type { useSignPlan } from './use-sign-plan.ts'

const { signPlan, planCard } = routes.restructure

export interface SignPlanFormProps {
  plan: OpenPlan
  bills: PlanBills
  quote: PlanQuote
  signing: ReturnType<typeof useSignPlan>
}

export function SignPlanForm({ plan, bills, quote, signing }: SignPlanFormProps) {
  const { planNo } = plan
  const papers = useQuery(
    agreementsToSign({ eventType: '0501', plan: { planNo }, key: quote.quoteId }),
  )
  const ticks = useSigning(papers.data?.agreements ?? [])
  const [isReading, setReading] = useState(false)
  const isWanting = quote.needsDocument && !quote.hasDocument

  function readCosts() {
    if (ticks.check()) setReading(true)
    else toast('请先阅读并勾选协议')
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
          <Button onPress={readCosts} {...(!papers.data && { unavailable: '正在准备协议' })}>
            去签约，分 {quote.months} 期还
          </Button>
        )
      }
    >
      <Problem of={signing.problem} />
      {isWanting && <DocumentNeeded monthsMax={bills.monthsWithoutDocument} />}
      <PlanToSign plan={plan} bills={bills} quote={quote} />
      {!isWanting && (
        <QueryState query={papers} skeleton={<SkeletonLines count={2} />}>
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
