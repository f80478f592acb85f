import { useState } from 'react'
import type { MallOffer } from '@qingzhou/contract/features/mall'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, Segmented, type Unavailable } from '@qingzhou/ui/inputs'
import { Num } from '@qingzhou/ui/money'
import { Pairs, Well } from '@qingzhou/ui/layout'
import { Sheet } from '@qingzhou/ui/overlays'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { enterApp } from '#platform/session/session.ts'
import { useDeviceKeysSoon } from '#platform/session/device-keys.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { CostSheet } from '#shared/lending/cost-sheet.tsx'
import { feesLine } from '#shared/lending/plan-outline.tsx'
import { formatPercent } from '#shared/pages/figures.ts'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { MallPicture } from './mall-picture.tsx'
import { OwnQuote, useBuy, usePurchase, type PurchaseState } from './purchase.tsx'
import { DeliveryFields, useDelivery } from './delivery-fields.tsx'

interface PurchaseSheetProps {
  offer: MallOffer
  open: boolean
  onClose: () => void
  isKnown: boolean
  isChecking: boolean
  onKnown: () => void
}

/** One offer with its months and costs; exact figures after sign-in. */
export function PurchaseSheet(props: PurchaseSheetProps) {
  useDeviceKeysSoon()
  const { offer, open, onClose, isKnown, isChecking, onKnown } = props
  const [months, setMonths] = useEntryState(
    `months-${offer.offerNo}`,
    offer.instalments.at(-2)?.months ?? 0,
  )
  if (!isKnown) {
    return (
      <Sheet open={open} onClose={onClose} title="分期购买">
        <Chosen offer={offer} months={months} onMonths={setMonths} />
        {isChecking ? (
          <SkeletonLines count={4} />
        ) : (
          <AnonymousPurchase offer={offer} months={months} onKnown={onKnown} />
        )}
      </Sheet>
    )
  }
  return (
    <OwnPurchase offer={offer} months={months} onMonths={setMonths} open={open} onClose={onClose} />
  )
}

type Choosing = { offer: MallOffer; months: number; onMonths: (months: number) => void }

function Chosen({ offer, months, onMonths }: Choosing) {
  return (
    <div className="stack stack-4">
      <div className="row">
        <MallPicture picture={offer.picture} />
        <div className="stack stack-1 grow">
          <p className="strong">{offer.name}</p>
          <p className="caption ink-3">{offer.detail}</p>
          <Num value={yuan(offer.price)} yuan size="md" />
        </div>
      </div>
      <Segmented
        label="选择期数"
        showLabel
        options={offer.instalments.map((one) => ({
          value: String(one.months),
          label: `${one.months} 期`,
        }))}
        value={String(months)}
        onChange={(text) => onMonths(Number(text))}
      />
    </div>
  )
}

function AnonymousPurchase({
  offer,
  months,
  onKnown,
}: Omit<Choosing, 'onMonths'> & { onKnown: () => void }) {
  const [isSigningIn, setSigningIn] = useState(false)
  if (isSigningIn) {
    return (
      <SignInForm
        draft="mall-sign-in"
        submitLabel="登录并继续购买"
        consequence="未注册的手机号登录后将自动注册"
        onSignedIn={async () => onKnown()}
        withPassword
      />
    )
  }
  return (
    <div className="stack stack-4">
      <PublicQuote offer={offer} months={months} />
      <Button onPress={() => setSigningIn(true)}>登录后按我的利率试算</Button>
    </div>
  )
}

type OwnPurchaseProps = Choosing & Pick<PurchaseSheetProps, 'open' | 'onClose'>

function OwnPurchase({ offer, months, onMonths, open, onClose }: OwnPurchaseProps) {
  const purchase = usePurchase(offer, { months, open })
  const buy = useBuy()
  const delivery = useDelivery()
  const [isReading, setReading] = useState(false)
  const { quote, card, signing, toSign } = purchase

  function readCosts() {
    if (delivery.check() && signing.check()) setReading(true)
  }

  async function confirm() {
    if (!quote.data || !card) return
    const { cardId } = card
    const { agreed } = signing
    const to = delivery.value()
    await buy({ offerNo: offer.offerNo, months, quote: quote.data, cardId, delivery: to, agreed })
    setReading(false)
  }

  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title="分期购买"
        actions={
          quote.error === null ? (
            <Button onPress={readCosts} {...unavailable(purchase)}>
              确认购买 {displayYuan(offer.price)} 元
            </Button>
          ) : (
            <Button onPress={enterApp}>查看我的额度</Button>
          )
        }
      >
        <div className="stack stack-4">
          <Chosen offer={offer} months={months} onMonths={onMonths} />
          <OwnQuote purchase={purchase} />
          {quote.data && <DeliveryFields delivery={delivery} />}
          {toSign && <AgreementTicks signing={signing} />}
        </div>
      </Sheet>
      {quote.data && (
        <CostSheet
          costs={quote.data.costSheet}
          open={isReading}
          onClose={() => setReading(false)}
          onConfirm={confirm}
          confirmLabel="我已了解全部成本，去签署"
          note="确认后与借款合同一并保存，可随时查看"
        />
      )}
    </>
  )
}

/** What is missing, shown on the button. */
function unavailable({ quote, card, cards, toSign }: PurchaseState): { unavailable?: Unavailable } {
  if (!card && cards.data) return { unavailable: { reason: '请先添加扣款卡', field: '每期扣款卡' } }
  if (!quote.data || !card || !toSign) return { unavailable: '正在试算' }
  return {}
}

/** For anonymous users: at the highest rate, so that no figure is too low. */
function PublicQuote({ offer, months }: { offer: MallOffer; months: number }) {
  const option = offer.instalments.find((one) => one.months === months)
  if (!option) return null
  return (
    <Well>
      <div className="stack stack-3">
        <div className="stack stack-1">
          <p className="small ink-2">每期最多</p>
          <Num value={yuan(option.monthly)} yuan size="lg" />
        </div>
        <Pairs
          pairs={[
            { label: '总利息最多', value: <Num value={yuan(option.totalInterest)} yuan /> },
            ...feesLine(option),
            { label: '综合年化成本（单利）', value: `最高 ${formatPercent(option.annualCost)}` },
          ]}
        />
        <p className="caption ink-3">按最高利率计算，登录后按您自己的利率试算</p>
      </div>
    </Well>
  )
}
