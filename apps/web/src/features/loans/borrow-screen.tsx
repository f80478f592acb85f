import { useState } from 'react'
import { displayYuan, fen, type Money, yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { AmountField } from '@qingzhou/ui/money'
import { Button, ButtonLink, QuickPicks, Slider, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Banner, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import type { FirstQueries } from '#platform/navigation/screens.ts'
import { useDeviceKeysSoon } from '#platform/session/device-keys.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { CostSheet } from '#shared/lending/cost-sheet.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useSigning } from '#shared/agreements/use-signing.ts'
import { amountOf, changeDraw, type DrawDraft } from './draw-draft.ts'
import { cardsQuery, type Choices, choicesQuery } from './queries.ts'
import { QuoteCard } from './quote-card.tsx'
import { TermsCard } from './terms-card.tsx'
import { useApply } from './use-apply.ts'
import { type DrawState, useDraw, useDrawAgreements } from './use-draw.ts'

const skeleton = <SkeletonCards count={3} />

export const firstQueries: FirstQueries = (request) => {
  request(choicesQuery)
  request(cardsQuery)
}

/** The main page: amount, costs and application. */
export default function BorrowScreen() {
  useDeviceKeysSoon()
  const draw = useDraw()
  const toSign = useDrawAgreements(draw)
  const signing = useSigning(toSign.data ?? [])
  const apply = useApply()
  const [isReading, setReading] = useState(false)
  const { quote, terms, purpose, card, couponNo } = draw

  // Without a limit to draw on, the reason is shown instead of the form.
  const canDraw = draw.choices.data !== undefined || draw.choices.error === null

  function readCosts() {
    if (signing.check()) setReading(true)
  }

  async function confirm() {
    if (!terms || !quote.data || !purpose || !card) return
    const chosen = { terms, quote: quote.data, couponNo, purpose: purpose.code }
    await apply({ ...chosen, cardId: card.cardId, agreed: signing.agreed })
    setReading(false)
  }

  return (
    <Screen
      title={routes.loans.borrow.title}
      onBack={back}
      {...(canDraw && { footerNote: '下一步先看综合融资成本，再签借款合同' })}
      footer={
        canDraw ? (
          <Button onPress={readCosts} {...unavailable(draw, toSign.data !== undefined)}>
            确认借款 {terms && displayYuan(terms.amount)} 元
          </Button>
        ) : (
          <ButtonLink href={`#${addressOf(routes.credit.limit)}`}>查看我的额度</ButtonLink>
        )
      }
    >
      <QueryState query={draw.choices} skeleton={skeleton} errorTitle="暂时不能借款">
        {(choices) => (
          <div className="stack stack-3">
            <EvidenceNotice choices={choices} />
            <AmountCard draft={draw.draft} choices={choices} error={draw.amountError} />
            <TermsCard draw={draw} choices={choices} />
            <QuoteCard draw={draw} />
            {toSign.data && <AgreementsToSign signing={signing} />}
          </div>
        )}
      </QueryState>
      {quote.data && (
        <CostSheet
          costs={quote.data.costSheet}
          open={isReading}
          onClose={() => setReading(false)}
          onConfirm={confirm}
          confirmLabel="我已了解全部成本，去签署"
          note="确认后与借款合同一并保存，可随时查看"
          {...(draw.choices.data && { product: draw.choices.data })}
        />
      )}
    </Screen>
  )
}

/** What the employee loan obliges to, before anything is typed. */
function EvidenceNotice({ choices: { productName, evidenceDays } }: { choices: Choices }) {
  if (evidenceDays === undefined) return null
  return (
    <Banner tone="soon">
      {`本次借款产品：${productName ?? ''}。放款后 ${evidenceDays} 天内须上传借款用途凭证`}
    </Banner>
  )
}

function AgreementsToSign({ signing }: { signing: ReturnType<typeof useSigning> }) {
  return (
    <div className="stack stack-1">
      <AgreementTicks signing={signing} />
      <ButtonLink kind="text" href={`#${addressOf(routes.loans.loanAgreements)}`}>
        查看本次借款的全部协议
      </ButtonLink>
    </div>
  )
}

/** What is missing, shown on the button. */
function unavailable(draw: DrawState, hasAgreements: boolean): { unavailable?: Unavailable } {
  const { draft, amountError, purpose, card, cards, quote } = draw
  if (draft.amount === '') return { unavailable: { reason: '请先填写借款金额', field: '借款金额' } }
  if (amountError !== undefined)
    return { unavailable: { reason: '请先修改借款金额', field: '借款金额' } }
  if (draft.months === undefined)
    return { unavailable: { reason: '请先选择借款期限', field: '借款期限' } }
  if (!purpose) return { unavailable: { reason: '请先选择借款用途', field: '借款用途' } }
  if (!card && cards.data) return { unavailable: { reason: '请先添加收款卡', field: '收款卡' } }
  if (quote.error !== null) return { unavailable: '试算失败，请重试' }
  if (!quote.data || !card || !hasAgreements) return { unavailable: '正在试算' }
  return {}
}

const PICKS = [3000_00n, 5000_00n, 10_000_00n].map(fen)

interface AmountCardProps {
  draft: DrawDraft
  choices: Choices
  error: string | undefined
}

/** The amount: typed, by slider or by quick pick. */
function AmountCard({ draft, choices, error }: AmountCardProps) {
  const { amountMin, amountMax, step } = choices
  const typed = amountOf(draft)
  const amount = typed ?? amountMin
  const most = fen(amountMax - (amountMax % step))
  const isSingleMax = isProductMax(amountMax)
  const picks = PICKS.filter((pick) => pick >= amountMin && pick < most)

  return (
    <Card>
      <AmountField
        label="借款金额"
        value={draft.amount}
        onChange={(text) => changeDraw({ amount: text })}
        placeholder="请输入金额"
        note={`${mostInWords(amountMax)}，须为 ${displayYuan(step)} 元的整数倍`}
        error={error}
      />
      <Slider
        label="借款金额"
        value={Number(amount / 100n)}
        min={Number(amountMin / 100n)}
        max={Number(amountMax / 100n)}
        step={Number(step / 100n)}
        valueText={`${displayYuan(amount)} 元`}
        onChange={(whole) => changeDraw({ amount: yuan(fen(BigInt(whole) * 100n)) })}
      />
      <QuickPicks
        label="常用金额"
        wide
        picks={[
          ...picks.map((pick) => ({ value: yuan(pick), label: displayYuan(pick) })),
          { value: yuan(most), label: isSingleMax ? displayYuan(most) : '全部借出' },
        ]}
        value={typed === undefined ? undefined : yuan(typed)}
        onPick={(text) => changeDraw({ amount: text })}
      />
    </Card>
  )
}

/** The product limits a single draw; otherwise what is left of the limit does. */
function isProductMax(amountMax: Money): boolean {
  return amountMax === product.draw.amountMax
}

function mostInWords(amountMax: Money): string {
  const most = displayYuan(amountMax)
  return isProductMax(amountMax)
    ? `单笔最高 ${most} 元（产品规定），超出的额度可另借一笔`
    : `可借 ${most} 元`
}
