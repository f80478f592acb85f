import { useQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { limitQuery } from '#shared/lending/limit-query.ts'

/** A draw that is not disbursed is no bill yet; it says why the limit has less to offer. */
export function UndisbursedDraw() {
  const { data } = useQuery(limitQuery())
  if (!data?.openDraw) return null
  return (
    <Banner tone="soon" action={<a href={`#${addressOf(routes.credit.limit)}`}>查看</a>}>
      有一笔 {displayYuan(data.openDraw.amount)} 元的借款还没有放款，放款后才会出现在账单中
    </Banner>
  )
}
