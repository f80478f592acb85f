import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Empty, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { orderParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { ignoreRefusal, isWrongField, wrongField } from '#platform/api/api-error.ts'
import { addressOf, back, go, numberInLink } from '#platform/navigation/navigation.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { useForm } from '#shared/forms/form.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { boundCardsQuery, cards, debitAgreementQuery } from '#shared/payments/cards-queries.ts'
import { orders, resultQuery } from '#shared/payments/payment-order.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { SmsCodePurpose, useAutomaticCode } from '#shared/sign-in/code-step.tsx'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import { forgetPayment } from './payment-draft.ts'
import { UnderWayCard } from './under-way-card.tsx'

const { title } = routes.repayment.confirmPayment

/** The SMS code of a payment, or of the agreement to pay by a card without a code. */
export default function ConfirmPaymentScreen() {
  const requestNo = numberInLink(orderParam)
  const cardId = numberInLink('cardId')
  if (requestNo === undefined && cardId !== undefined) return <SignAgreement cardId={cardId} />
  if (requestNo === undefined) return <MissingSubject title={title} what="这笔还款" />
  return <Confirming requestNo={requestNo} />
}

function Confirming({ requestNo }: { requestNo: string }) {
  const client = useQueryClient()
  const { order, other } = useUnconfirmed(requestNo)
  const phone = useQuery({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
  const form = useForm({
    draft: 'confirm-payment',
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const request = { purpose: 'payment', subject: requestNo, phone: phone.data?.mobile } as const
  const sending = useSmsSending(request, async (options) => {
    form.setError('code', undefined)
    return onboarding.sendPurposeCode({ purpose: 'payment' }, options)
  })
  // The borrower has confirmed the amount and the card on the page before.
  const isReady = order.data?.state === 'confirming' && !other
  useAutomaticCode(sending, { ...request, isReady })

  async function confirm() {
    if (other || !form.check('code')) return
    try {
      await orders.confirm({ requestNo, dynamicCode: form.values.code }, wrongField)
    } catch (error) {
      ignoreRefusal(error)
      if (isWrongField(error)) form.failCode('code', error.message)
      return
    }
    forgetPayment()
    // The next page shows the updated order.
    await client.invalidateQueries(resultQuery(requestNo))
    await go(routes.repayment.paymentResult, { query: { [orderParam]: requestNo }, replace: true })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      onSubmit={confirm}
      footer={
        !other && (
          <Button type="submit" busyLabel="正在提交">
            确认还款{order.data && ` ${displayYuan(order.data.amount)} 元`}
          </Button>
        )
      }
    >
      <OrderCard query={order} />
      {other ? (
        <UnderWayCard order={other} />
      ) : (
        <Card>
          <SmsCodeField {...form.text('code')} sending={sending} />
          <SmsCodePurpose phone={phone.data?.mobile} sending={sending}>
            确认本次还款
          </SmsCodePurpose>
        </Card>
      )}
    </Screen>
  )
}

/**
 * A code is only for an order that can run. One that has ended or runs already has a result; another
 * order of the same loans comes first.
 */
function useUnconfirmed(requestNo: string) {
  const order = useQuery(resultQuery(requestNo))
  const { state = 'confirming', underWay } = order.data ?? {}
  useEffect(() => {
    if (state === 'confirming') return
    void go(routes.repayment.paymentResult, { query: { [orderParam]: requestNo }, replace: true })
  }, [state, requestNo])
  return { order, other: underWay?.requestNo === requestNo ? undefined : underWay }
}

function OrderCard({ query }: { query: ReturnType<typeof useUnconfirmed>['order'] }) {
  return (
    <Card title="本次还款">
      <QueryState query={query} skeleton={<SkeletonLines count={2} />}>
        {({ amount, bankName, lastFour }) => (
          <Pairs
            pairs={[
              { label: '还款金额', value: `${displayYuan(amount)} 元` },
              { label: '付款卡', value: `${bankName ?? ''}（${lastFour ?? ''}）` },
            ]}
          />
        )}
      </QueryState>
    </Card>
  )
}

/** Signs the agreement to pay by a card without an SMS code, with a code of the card's bank. */
function SignAgreement({ cardId }: { cardId: string }) {
  const bound = useQuery(boundCardsQuery())
  const agreement = useQuery(debitAgreementQuery(cardId))
  const card = bound.data?.find((one) => one.cardId === cardId)
  if (bound.data && !card) return <MissingSubject title={title} what="这张银行卡" />
  if (agreement.data?.isSigned) return <AlreadySigned />
  if (card && agreement.data) return <Signing card={card} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={bound.data ? agreement : bound} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

function AlreadySigned() {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="这张卡已开通免验证码还款"
        action={
          <ButtonLink href={`#${addressOf(routes.cards.myCards)}`} kind="quiet" fit>
            查看我的银行卡
          </ButtonLink>
        }
      >
        用这张卡还款时，确认金额后直接扣款
      </Empty>
    </Screen>
  )
}

function Signing({ card }: { card: BoundCard }) {
  const { toSign, signing, form, sending, sentTo, confirm } = useSignAgreement(card)
  return (
    <Screen
      title={title}
      onBack={back}
      onSubmit={confirm}
      footer={
        <Button
          type="submit"
          busyLabel="正在提交"
          {...(!toSign.data && { unavailable: '正在读取授权书' })}
        >
          同意并开通
        </Button>
      }
    >
      <Card title="开通免验证码还款" note="开通后用这张卡还款，确认金额即可，无需输入验证码">
        <Pairs
          pairs={[
            { label: '银行卡', value: `${card.bankName}（${card.lastFour}）` },
            { label: '单笔限额', value: `${displayYuan(card.singleLimit)} 元` },
            { label: '单日限额', value: `${displayYuan(card.dayLimit)} 元` },
          ]}
        />
      </Card>
      <Card>
        <SmsCodeField {...form.text('code')} sending={sending} />
        <SmsCodePurpose phone={sentTo ?? '银行预留手机号'} sending={sending}>
          开通免验证码还款
        </SmsCodePurpose>
      </Card>
      <QueryState query={toSign} skeleton={<SkeletonLines count={1} />}>
        {() => <AgreementTicks signing={signing} />}
      </QueryState>
      <p className="caption ink-3">可随时在“我的银行卡”中解除，解除后立即生效</p>
    </Screen>
  )
}

const STARTED = 'debit-agreement-started'

/** The agreement that the last code belongs to; stored for reloads. */
function startedAgreement(wanted: string) {
  const { debitNo, mobile, cardId } = storedDraft(STARTED)
  if (cardId !== wanted || typeof debitNo !== 'string' || typeof mobile !== 'string')
    return undefined
  return { debitNo, mobile }
}

function useSignAgreement({ cardId }: BoundCard) {
  const client = useQueryClient()
  const toSign = useQuery(agreementsToSign({ eventType: '0303', card: { cardId }, key: cardId }))
  const signing = useSigning(toSign.data?.agreements ?? [])
  const [started, setStarted] = useState(() => startedAgreement(cardId))
  const form = useForm({
    draft: 'sign-debit-agreement',
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const request = { purpose: 'debit-agreement', subject: cardId, phone: started?.mobile }
  const sending = useSmsSending(request, async (options) => {
    const sent = await cards.startDebitAgreement({ cardId }, options)
    form.setError('code', undefined)
    setStarted(sent)
    saveDraft(STARTED, { ...sent, cardId })
    return sent
  })

  async function confirm() {
    // Both are checked, so that both mistakes are shown at once.
    const isFilled = form.check('code')
    if (!signing.check() || !isFilled) return
    if (!started) return form.fail('code', '请先获取验证码')
    const { debitNo } = started
    const dynamicCode = form.values.code
    try {
      const agreed = { debitNo, dynamicCode, agreed: signing.agreed }
      await cards.confirmDebitAgreement(agreed, wrongField)
    } catch (error) {
      ignoreRefusal(error)
      return isWrongField(error) ? form.failCode('code', error.message) : undefined
    }
    clearDraft(STARTED)
    // The page before this one asks again.
    await client.invalidateQueries({ ...debitAgreementQuery(cardId), refetchType: 'none' })
    toast('已开通免验证码还款', { survivesNavigation: true })
    back()
  }

  return { toSign, signing, form, sending, sentTo: started?.mobile, confirm }
}
