import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import { dayInWords } from '#shared/figures.ts'

/** What one has to know before paying: until when, all or nothing, what it does not cost. */
export function OfferTerms({ offer, today }: { offer: WaiverOffer; today: LocalDate }) {
  const { validUntil, payable } = offer
  const daysLeft = daysBetween({ from: today, to: validUntil })
  return (
    <Card
      title={`${dayInWords(validUntil)} 24:00 前有效`}
      trailing={<Chip tone="soon">{daysLeft > 0 ? `还有 ${daysLeft} 天` : '今天是最后一天'}</Chip>}
    >
      <NumberedSteps
        label="方案说明"
        steps={[
          {
            title: '一次付清才能减免',
            note: `要一次付 ${displayYuan(payable)} 元，不能分开付，也不能少付`,
          },
          { title: '到期没有付，方案自动失效', note: '不影响您按原来的金额还款' },
          { title: '减免本身不收任何费用', note: '只在本页面付款，不要转账给任何个人' },
        ]}
      />
    </Card>
  )
}
