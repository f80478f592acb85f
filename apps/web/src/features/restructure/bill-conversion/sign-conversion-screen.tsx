import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { BillConversionQuote } from '@qingzhou/contract/features/restructure'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { restructure } from '#features/restructure/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back, go, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { CostSheet } from '#shared/lending/cost-sheet.tsx'
import { WholePlanButton } from '#shared/lending/plan-outline.tsx'
import { formatDay, formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { isCodeRefused } from '#shared/sign-in/code-step.tsx'
import { SigningCode, useSigningCode } from '#shared/agreements/signing-code.tsx'
import { conversionQuoteQuery } from './conversion-queries.ts'

/** Summary, agreements and code; then the costs, and the signature. */
function SignConversion({ quote }: { quote: BillConversionQuote }) {
  const { loanNo, months, quoteId } = quote
  const toSign = useQuery(
    agreementsToSign({ eventType: '0502', billConversion: { loanNo, months }, key: quoteId }),
  )
  const signing = useSigning(toSign.data?.agreements ?? [])
  const [isReading, setReading] = useState(false)
  const code = useSigningCode('sign-bill-conversion')
  const { form } = code
  const { sign, problem } = useSignConversion(quote)

  function ask() {
    const isTicked = signing.check()
    if (form.check('code') && isTicked) setReading(true)
  }

  async function confirm() {
    const outcome = await sign(signing.agreed, form.values.code)
    if (outcome === 'signed') return
    setReading(false)
    if (outcome === 'unanswered') return
    if (outcome === 'refused') form.set('code', '')
    else form.failCode('code', outcome.wrongCode)
  }

  return (
    <Screen
      title={routes.restructure.signSecondPlan.title}
      onBack={back}
      onSubmit={ask}
      footer={
        <Button type="submit" {...(!toSign.data && { unavailable: '正在准备协议' })}>
          签约，分 {months} 期还
        </Button>
      }
    >
      <FormError of={problem} />
      <Terms quote={quote} />
      <SigningCode code={code}>签署本次分期</SigningCode>
      <QueryState query={toSign} skeleton={<SkeletonLines count={1} />}>
        {() => <AgreementTicks signing={signing} />}
      </QueryState>
      <CostSheet
        costs={quote.costSheet}
        open={isReading}
        onClose={() => setReading(false)}
        onConfirm={confirm}
        confirmLabel="我已了解全部成本，确认签约"
        note="确认后与分期协议一并保存，可随时查看"
      />
    </Screen>
  )
}

function Terms({ quote }: { quote: BillConversionQuote }) {
  const { n, amount, months, plan, firstAmount, totalInterest, totalAmount } = quote
  const [first] = plan
  return (
    <Card title="分期内容" note={`以今天（${quote.validOn}）为准`}>
      <Pairs
        pairs={[
          { label: '多付的利息', value: <Num value={yuan(totalInterest)} yuan /> },
          { label: '年化利率（单利）', value: formatPercent(quote.annualRate) },
          { label: `第 ${n} 期账单`, value: <Num value={yuan(amount)} yuan /> },
          { label: '还款合计', value: <Num value={yuan(totalAmount)} yuan /> },
          { label: '期数', value: `${months} 期` },
          ...(first
            ? [
                {
                  label: '首期',
                  value: `${formatDay(first.dueDate)} 还 ${displayYuan(firstAmount)} 元`,
                },
              ]
            : []),
        ]}
      />
      <WholePlanButton plan={plan} note="每期到期日从还款卡自动扣款" />
    </Card>
  )
}

const REQUEST = 'sign-bill-conversion'

type AgreedConversion = readonly { readonly code: string; readonly version: string }[]

/** Signs exactly as quoted; a repeated request without an answer signs once. */
function useSignConversion({ loanNo, months, quoteId, costSheet }: BillConversionQuote) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Returns the result. Without an answer, the same number and code are repeated. */
  async function sign(
    agreed: AgreedConversion,
    dynamicCode: string,
  ): Promise<'signed' | 'refused' | 'unanswered' | { readonly wrongCode: string }> {
    setProblem(undefined)
    const requestNo = requestNoFor(REQUEST, quoteId)
    try {
      const signed = await restructure.signBillConversion(
        {
          requestNo,
          loanNo,
          months,
          quoteId,
          costSheetDigest: costSheet.digest,
          agreed: [...agreed],
          dynamicCode,
        },
        { quiet: true },
      )
      await finish(signed.loanNo)
      return 'signed'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isCodeRefused(error)) {
        clearRequestNo(REQUEST)
        return { wrongCode: error.message }
      }
      setProblem(error.message)
      if (error.code !== codes.accountState && error.code !== codes.invalidField)
        return 'unanswered'
      clearRequestNo(REQUEST)
      // The page is usable at once: the refetch must not clear a newly typed code.
      void renew('active')
      return 'refused'
    }
  }

  async function finish(newLoanNo: string) {
    clearRequestNo(REQUEST)
    await renew('none')
    toast('签约成功，已短信通知您', { survivesNavigation: true })
    await go(routes.restructure.convertedPlan, { query: { loanNo: newLoanNo }, replace: true })
  }

  /** The debt or the eligibility has changed: request it again. */
  async function renew(refetchType: 'active' | 'none') {
    for (const key of ['restructure', 'repayment', 'agreements-to-sign']) {
      await client.invalidateQueries({ queryKey: [key], refetchType })
    }
  }

  return { sign, problem }
}

const { title } = routes.restructure.signSecondPlan

/** The last page of a bill conversion: summary, agreements, code. */
export default function SignConversionScreen() {
  const loanNo = numberInLink('loanNo')
  const months = Number(linkQuery()['months'])
  const isWhole = loanNo !== undefined && Number.isInteger(months) && months > 0
  if (!isWhole) return <MissingSubject title={title} what="这份分期" />
  return <Signing loanNo={loanNo} months={months} />
}

function Signing({ loanNo, months }: { loanNo: string; months: number }) {
  const quote = useQuery({ ...conversionQuoteQuery({ loanNo, months }), retry: false })
  if (quote.data) return <SignConversion quote={quote.data} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={quote}
        skeleton={<SkeletonCards count={3} />}
        errorTitle="暂不支持这样分期"
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}
