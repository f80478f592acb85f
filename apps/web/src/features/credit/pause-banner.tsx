import { Banner } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import type { Limit } from '#shared/lending/limit-query.ts'
import { product } from '#shared/pages/service/product.ts'

type Pause = NonNullable<Limit['pause']>

/** Why borrowing has stopped, and what goes on. It states no reason about the borrower: anyone may see the screen. */
export function PauseBanner({ pause }: { pause: Pause }) {
  const toPlans = `#${addressOf(routes.restructure.signedPlans)}`
  const toService = `tel:${product.servicePhone}`
  if (pause === 'plan') {
    return (
      <Banner tone="overdue" action={<a href={toPlans}>查看已签方案</a>}>
        您的额度已冻结，结清个性化分期后恢复。已有的借款照常还款。
      </Banner>
    )
  }
  return (
    <Banner tone="soon" action={<a href={toService}>联系客服</a>}>
      {pause === 'care'
        ? '本账户已暂停借款、自动扣款和还款提醒。如需还款或了解后续安排，请联系客服，我们会安排专人协助。'
        : '本账户正在核实，暂不能借款。已有的借款照常还款，如有疑问请联系客服。'}
    </Banner>
  )
}
