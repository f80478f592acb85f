import { useQuery, useQueryClient } from '@tanstack/react-query'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, go, numberInLink } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { orders, resultQuery } from '#shared/payments/payment-order.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { SmsCodeField, SmsCodePurpose, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { forgetPayment } from './payment-draft.ts'
import { SignAgreement } from './sign-agreement.tsx'

const { title } = routes.repayment.confirmPayment

/** The SMS code of a payment, or of the agreement to pay by a card without a code. */
export default function ConfirmPaymentScreen() {
  const repaySeqNo = numberInLink('repaySeqNo')
  const cardId = numberInLink('cardId')
  if (repaySeqNo === undefined && cardId !== undefined) return <SignAgreement cardId={cardId} />
  if (repaySeqNo === undefined) return <MissingSubject title={title} what="这笔还款" />
  return <Confirming repaySeqNo={repaySeqNo} />
}

function Confirming({ repaySeqNo }: { repaySeqNo: string }) {
  const client = useQueryClient()
  const order = useQuery(resultQuery(repaySeqNo))
  const phone = useQuery({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
  const form = useForm({
    draft: 'confirm-payment',
    initial: { code: '' },
    rules: { code: smsCode },
    unkept: ['code'],
  })
  const sending = useSmsSending(phone.data?.mobile ?? '', async () =>
    onboarding.sendPurposeCode({ purpose: 'payment' }),
  )

  async function confirm() {
    if (!form.check('code')) return
    try {
      await orders.confirm({ repaySeqNo, dynamicCode: form.values.code })
    } catch (error) {
      ignoreRefusal(error)
      return
    }
    forgetPayment()
    // The next page shows the updated order.
    await client.invalidateQueries(resultQuery(repaySeqNo))
    await go(routes.repayment.paymentResult, { query: { repaySeqNo }, replace: true })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      onSubmit={confirm}
      footer={
        <Button type="submit" busyLabel="正在提交">
          确认还款{order.data && ` ${displayYuan(order.data.amount)} 元`}
        </Button>
      }
    >
      <Card title="本次还款">
        <QueryState query={order} skeleton={<SkeletonLines count={2} />}>
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
      <Card>
        <SmsCodeField {...form.text('code')} sending={sending} />
        <SmsCodePurpose phone={phone.data?.mobile} sending={sending}>
          确认本次还款
        </SmsCodePurpose>
      </Card>
    </Screen>
  )
}
