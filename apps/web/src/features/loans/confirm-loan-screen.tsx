import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { MallOrder } from '@qingzhou/contract/features/mall'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal, wrongField } from '#platform/api/api-error.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { isCodeRefused, SmsCodePurpose, useAutomaticCode } from '#shared/sign-in/code-step.tsx'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import { clearDraw } from './draw-draft.ts'
import { OfDraw } from '#shared/lending/open-draw.tsx'
import { lastDraw, NoDraw } from './no-draw.tsx'
import { type LoanResult, loans, purchaseQuery, resultQuery } from './queries.ts'

/** The SMS code of a draw, with a summary of the draw. */
export default function ConfirmLoanScreen() {
  return (
    <OfDraw
      title={routes.loans.confirmLoan.title}
      onBack={back}
      otherwise={lastDraw()}
      without={<NoDraw />}
    >
      {(drawNo) => <Confirming drawNo={drawNo} />}
    </OfDraw>
  )
}

function Confirming({ drawNo }: { drawNo: string }) {
  const client = useQueryClient()
  const result = useQuery(resultQuery(drawNo))
  const phone = useQuery({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
  const form = useForm({
    draft: 'confirm-loan',
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const execute = useExecution(drawNo)
  const request = { purpose: 'loan', subject: drawNo, phone: phone.data?.mobile } as const
  const sending = useSmsSending(request, async (options) => {
    form.setError('code', undefined)
    return onboarding.sendPurposeCode({ purpose: 'loan' }, options)
  })
  // The borrower has agreed to the costs and the contract on the page before.
  const isReady = result.data?.state === 'verifying'
  useAutomaticCode(sending, { ...request, isReady })

  async function confirm() {
    if (!form.check('code')) return
    try {
      await execute(form.values.code)
    } catch (error) {
      ignoreRefusal(error)
      if (isCodeRefused(error)) form.failCode('code', error.message)
      return
    }
    clearDraw()
    // The next page shows the updated draw.
    await client.invalidateQueries(resultQuery(drawNo))
    await go(routes.loans.loanResult, { query: { [drawParam]: drawNo }, replace: true })
  }

  return (
    <Screen
      title={routes.loans.confirmLoan.title}
      onBack={back}
      onSubmit={confirm}
      footer={
        <Button type="submit" busyLabel="正在提交">
          确认借款{result.data && ` ${displayYuan(result.data.amount)} 元`}
        </Button>
      }
    >
      <Card title="本次借款">
        <QueryState query={result} skeleton={<SkeletonLines count={3} />}>
          {(draw) => <Summary draw={draw} drawNo={drawNo} />}
        </QueryState>
      </Card>
      <Card>
        <SmsCodeField {...form.text('code')} sending={sending} />
        <SmsCodePurpose phone={phone.data?.mobile} sending={sending}>
          确认本次借款
        </SmsCodePurpose>
      </Card>
    </Screen>
  )
}

/** A code is valid once: after a network failure it is not sent again. */
function useExecution(drawNo: string) {
  const accepted = useRef<string>(undefined)

  return async (code: string) => {
    if (accepted.current !== code) {
      await onboarding.checkPurposeCode({ purpose: 'loan', dynamicCode: code }, wrongField)
    }
    accepted.current = code
    try {
      await loans.execute({ drawNo })
    } catch (error) {
      if (error instanceof ApiError && error.code === codes.accountState) {
        accepted.current = undefined
      }
      throw error
    }
  }
}

function Summary({ draw, drawNo }: { draw: LoanResult; drawNo: string }) {
  const purchase = useQuery({ ...purchaseQuery(drawNo), enabled: draw.isPurchase === true })
  const card = `${draw.bankName}（${draw.lastFour}）`
  return (
    <Pairs
      pairs={[
        ...(purchase.data ? purchasePairs(purchase.data) : []),
        ...(draw.productName === undefined ? [] : [{ label: '借款产品', value: draw.productName }]),
        { label: '借款金额', value: `${displayYuan(draw.amount)} 元` },
        { label: '借款期限', value: `${draw.months} 期` },
        ...(draw.isPurchase
          ? [
              { label: '付给', value: '商城' },
              { label: '每期扣款卡', value: card },
            ]
          : [{ label: '收款卡', value: card }]),
      ]}
    />
  )
}

function purchasePairs({ name, delivery }: MallOrder) {
  return [
    { label: '商品', value: name },
    ...(delivery ? [{ label: '收货', value: deliveryLine(delivery) }] : []),
  ]
}

function deliveryLine({ recipient, mobile, address }: NonNullable<MallOrder['delivery']>): string {
  return `${recipient} ${mobile}，${address}`
}
