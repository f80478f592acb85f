import { displayYuan, ZERO } from '@qingzhou/domain/money/money'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { Segmented } from '@qingzhou/ui/inputs'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { ChooseRow } from '#shared/forms/choose-row.tsx'
import { changeDraw } from './draw-draft.ts'
import type { Choices } from './queries.ts'
import type { DrawState } from './use-draw.ts'

/** Term, repayment method, purpose, coupon and card. */
export function TermsCard({ draw, choices }: { draw: DrawState; choices: Choices }) {
  const { draft, purpose } = draw
  const methods = choices.methods.map(({ code, name, monthsMax }) => ({
    value: code,
    label: name,
    unavailable:
      draft.months !== undefined && draft.months > monthsMax ? `最长 ${monthsMax} 期` : undefined,
  }))

  return (
    <Card>
      <Segmented
        label="借款期限"
        showLabel
        options={choices.terms.map((months) => ({ value: String(months), label: `${months} 期` }))}
        value={draft.months === undefined ? undefined : String(draft.months)}
        onChange={(text) => chooseMonths(Number(text), { draft, choices })}
      />
      <List label="借款条件">
        <ChooseRow
          label="还款方式"
          options={methods}
          value={draft.method}
          onChange={(method) => changeDraw({ method })}
        />
        <ChooseRow
          label="借款用途"
          options={choices.purposes.map(({ code, name }) => ({ value: code, label: name }))}
          value={purpose?.code}
          onChange={(code) => changeDraw({ purpose: code })}
          note="仅限个人消费，不可用于购房、证券等投资"
        />
        <CouponRow draw={draw} />
        <CardRow draw={draw} />
      </List>
    </Card>
  )
}

/** If the term does not offer the method, use its first method. */
function chooseMonths(
  months: number,
  { draft, choices }: { draft: DrawState['draft']; choices: Choices },
) {
  const offered = choices.methods.filter(({ monthsMax }) => months <= monthsMax)
  const method = offered.find(({ code }) => code === draft.method) ?? offered[0]
  changeDraw({ months, ...(method && { method: method.code }) })
}

function CouponRow({ draw: { coupons, couponNo, draft } }: { draw: DrawState }) {
  const usable = coupons.data?.usable ?? []
  const chosen = usable.find((coupon) => coupon.couponNo === couponNo)
  const value = chosen ? (
    <span className="is-incoming">
      −{displayYuan(chosen.saving ?? ZERO)} 元{draft.coupon.kind === 'best' && ' · 最优惠'}
    </span>
  ) : (
    couponLabel(coupons.data && usable.length)
  )
  return <ListRow label="优惠券" value={value} href={`#${addressOf(routes.loans.chooseCoupon)}`} />
}

function couponLabel(count: number | undefined): string {
  if (count === undefined) return '请先选择金额和期限'
  return count === 0 ? '暂无可用' : `${count} 张可用`
}

function CardRow({ draw: { cards, card } }: { draw: DrawState }) {
  if (cards.data?.length === 0) {
    return (
      <ListRow label="收款卡" value="添加储蓄卡" href={`#${addressOf(routes.cards.bindCard)}`} />
    )
  }
  return (
    <ChooseRow
      label="收款卡"
      options={(cards.data ?? []).map(({ cardId, bankName, lastFour }) => ({
        value: cardId,
        label: `${bankName}（${lastFour}）`,
      }))}
      value={card?.cardId}
      onChange={(cardId) => changeDraw({ cardId })}
      more={{ label: '添加储蓄卡', href: `#${addressOf(routes.cards.bindCard)}` }}
    />
  )
}
