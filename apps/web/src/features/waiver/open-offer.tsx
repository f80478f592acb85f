import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { codes } from '@qingzhou/contract/codes'
import type { WaiverOffer } from '@qingzhou/contract/features/repayment/waiver'
import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, subtract, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen, Table } from '@qingzhou/ui/layout'
import { Chip } from '@qingzhou/ui/feedback'
import { Num, Sum } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { partNames } from '#shared/lending/bill-parts.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { continuePayment, placeOrder } from '#shared/payments/payment-order.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import {
  choosePayMethod,
  methodsOf,
  type PayMethod,
  PayMethodList,
} from '#shared/payments/pay-methods.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { clearRequestNo } from '#shared/payments/request-no.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { OfferChip, offersQuery, waiver, type WaiverOffers } from './queries.tsx'

/** An open offer: debt, waiver, amount to pay and payment. */
export function OpenOffer({ offers, offer }: { offers: WaiverOffers; offer: WaiverOffer }) {
  const methods = messengerFirst(methodsOf({ ...offers, amount: offer.payable }))
  const [chosen, setChosen] = useEntryState<string | undefined>('method', undefined)
  const method = choosePayMethod(methods, chosen)
  const { pay, problem } = usePayOffer(offer)
  if (offer.payable === 0n) return <CoveredOffer offers={offers} offer={offer} />

  return (
    <Screen
      title={routes.waiver.payWaiver.title}
      onBack={back}
      footer={
        <Button
          onPress={async () => method && pay(method)}
          {...(!method && { unavailable: { reason: '请先选择付款方式', field: '付款方式' } })}
        >
          一次付清逾期款 {displayYuan(offer.payable)} 元
        </Button>
      }
    >
      <OfferAmounts offer={offer} />
      <OfferTerms offer={offer} today={offers.today} />
      <Card title="付款方式">
        <PayMethodList methods={methods} value={method?.id} onChange={setChosen} />
        <ButtonLink kind="text" href={`#${addressOf(routes.cards.bindCard)}`}>
          添加储蓄卡
        </ButtonLink>
      </Card>
      <FormError of={problem} />
      <ServiceContact>对方案有疑问？</ServiceContact>
    </Screen>
  )
}

/** An offer that leaves nothing to pay: it is confirmed, and no payment method is asked for. */
function CoveredOffer({ offers, offer }: { offers: WaiverOffers; offer: WaiverOffer }) {
  const { confirm, problem } = usePayOffer(offer)
  return (
    <Screen
      title={routes.waiver.payWaiver.title}
      onBack={back}
      footer={<Button onPress={confirm}>确认减免</Button>}
    >
      <OfferAmounts offer={offer} />
      <OfferTerms offer={offer} today={offers.today} />
      <FormError of={problem} />
      <ServiceContact>对方案有疑问？</ServiceContact>
    </Screen>
  )
}

/** Customers receive the offer in the messaging app, so it comes first. */
function messengerFirst(methods: readonly PayMethod[]): PayMethod[] {
  return [...methods.filter(isMessenger), ...methods.filter((method) => !isMessenger(method))]
}

function isMessenger({ payBy }: PayMethod): boolean {
  return payBy === 'messenger'
}

/** The conditions: deadline, full payment, no fee. */
function OfferTerms({ offer, today }: { offer: WaiverOffer; today: LocalDate }) {
  const { validUntil, payable } = offer
  const daysLeft = daysBetween({ from: today, to: validUntil })
  return (
    <Card
      title={`${formatDay(validUntil)} 24:00 前有效`}
      trailing={<Chip tone="soon">{daysLeft > 0 ? `还有 ${daysLeft} 天` : '今天是最后一天'}</Chip>}
    >
      <NumberedSteps
        label="方案说明"
        steps={[
          payable === 0n
            ? { title: '逾期款全部减免', note: '确认后生效，您无需付款' }
            : {
                title: '一次付清才能减免',
                note: `须一次付 ${displayYuan(payable)} 元，不能分次或少付`,
              },
          {
            title: payable === 0n ? '到期未确认，方案自动失效' : '到期未付，方案自动失效',
            note: '不影响您按原来的金额还款',
          },
          { title: '减免本身不收任何费用', note: '只在本页面付款，不要转账给任何个人' },
        ]}
      />
    </Card>
  )
}

const REQUEST = 'waiver-order'

/** Places the order for the whole amount and continues. */
function usePayOffer({ offerNo, payable }: WaiverOffer) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function told(order: () => Promise<void>): Promise<void> {
    setProblem(undefined)
    try {
      await order()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // Without an answer the order stays the same; a refused one gets a new number.
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      clearRequestNo(REQUEST)
      await client.invalidateQueries(offersQuery)
    }
  }

  const pay = (method: PayMethod) =>
    told(async () => {
      const { payBy, cardId } = method
      const what = [offerNo, payable, method.id].join('/')
      const placed = await placeOrder({ request: REQUEST, what }, (requestNo) =>
        waiver.pay({ requestNo, offerNo, payable, payBy, cardId }, { quiet: true }),
      )
      await continuePayment(placed, method)
    })

  const confirm = () =>
    told(async () => {
      await placeOrder({ request: REQUEST, what: offerNo }, (requestNo) =>
        waiver.pay({ requestNo, offerNo, payable, payBy: 'messenger' }, { quiet: true }),
      )
      clearRequestNo(REQUEST)
      await client.invalidateQueries(offersQuery)
    })

  return { pay, confirm, problem }
}

const order: readonly (keyof BillParts)[] = ['principal', 'interest', 'penalty', 'fee']

/** The three amounts with their parts; the amount to pay is the largest. */
function OfferAmounts({ offer }: { offer: WaiverOffer }) {
  const { loan, dueTotal, waivedTotal, payable } = offer
  return (
    <Card title="只需还" note={loan.purposeName} trailing={<OfferChip offer={offer} />}>
      <Num value={yuan(payable)} yuan size="xl" />
      <Sum
        lines={[
          { label: '逾期应还', value: <Num value={yuan(dueTotal)} /> },
          {
            label: '减免',
            value: <Num value={`-${yuan(waivedTotal)}`} tone="incoming" />,
          },
        ]}
        total={{ label: '只需还', value: <Num value={yuan(payable)} yuan size="md" /> }}
      />
      <Table
        caption="每一项减免多少"
        columns={[
          { label: '项目' },
          { label: '应还', align: 'end' },
          { label: '减免', align: 'end' },
          { label: '只需还', align: 'end' },
        ]}
        rows={rowsOf(offer)}
      />
    </Card>
  )
}

function rowsOf({ due, waived }: WaiverOffer) {
  return order
    .filter((name) => due[name] > 0n)
    .map((name) => ({
      key: name,
      cells: [
        partNames[name],
        displayYuan(due[name]),
        waived[name] > 0n ? `−${displayYuan(waived[name])}` : displayYuan(waived[name]),
        displayYuan(subtract(due[name], waived[name])),
      ],
    }))
}
