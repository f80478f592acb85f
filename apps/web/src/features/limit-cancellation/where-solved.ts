import type { CancellableLimit } from '@qingzhou/contract/limit-cancellation'
import { routes, type Route } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation.ts'

type Obstacle = CancellableLimit['obstacles'][number]

/** What an obstacle is called, and the page on which it is seen to. */
export function whereSolved({ kind, businessNo }: Obstacle): { label: string; href: string } {
  const { credit, loans, mall, repayment } = routes
  switch (kind) {
    case 'debt':
      return { label: '去结清借款', href: link(repayment.repayHome) }
    case 'draw':
      return { label: '查看借款结果', href: link(loans.loanResult, { loanSeqNo: businessNo }) }
    case 'order':
      return {
        label: '查看还款结果',
        href: link(repayment.paymentResult, { repaySeqNo: businessNo }),
      }
    case 'refund':
      return { label: '查看退款进度', href: link(repayment.refund, { refundNo: businessNo }) }
    case 'purchase':
      return { label: '查看商城订单', href: link(mall.mallOrders) }
    case 'application':
      return { label: '查看审核进度', href: link(credit.underReview) }
    default:
      return { label: '重新申请额度', href: link(credit.limit) }
  }
}

function link(route: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(route.path, query)}`
}
