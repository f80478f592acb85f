import type { SignedPlan } from '@qingzhou/contract/restructure'
import { product as figures } from '@qingzhou/domain/product'
import { Banner } from '@qingzhou/ui/banner'
import { dayInWords } from '#shared/figures.ts'
import { product } from '#shared/product.ts'

const { brokenAfterUnpaid } = figures.personalisedPlan

/** What it means that a plan is broken, and what to do now. */
export function BrokenNotice({ plan: { state, brokenOn } }: { plan: SignedPlan }) {
  if (state !== 'broken') return null
  return (
    <Banner
      tone="overdue"
      action={<a href={`tel:${product.servicePhone}`}>致电 {product.servicePhone} 商量还款</a>}
    >
      <span className="stack stack-1">
        <strong>分期已{brokenOn && `于 ${dayInWords(brokenOn)} `}终止</strong>
        <span>
          {`有 ${brokenAfterUnpaid} 期到期未还，按协议，剩余本金和截至当天的利息现在要一次还清，之后各期的利息不再收。`}
        </span>
        <span>没有还清前按日计罚息；已经还的不受影响。一次还不上，请尽早联系我们。</span>
      </span>
    </Banner>
  )
}
