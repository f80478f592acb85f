import type { ReactNode } from 'react'
import { EmptyDrawing, OfflineDrawing, WaitingDrawing } from '@qingzhou/ui/illustrations'

export type Reason = 'notMobile' | 'notFound' | 'server' | 'pageData'

type Words = {
  readonly drawing: ReactNode
  readonly title: string
  readonly sentences: readonly string[]
}

/** Whatever a link claims, one of the four reasons is shown. */
export function reasonOf(claimed: string | undefined): Reason {
  return reasons.find((reason) => reason === claimed) ?? 'server'
}

const reasons = ['notMobile', 'notFound', 'server', 'pageData'] as const

/** What happened, what it means, what to do. */
export const wordsOf: Readonly<Record<Reason, Words>> = {
  notMobile: {
    drawing: <EmptyDrawing />,
    title: '请在移动设备中访问',
    sentences: ['请用手机或平板扫码，继续使用轻舟。'],
  },
  notFound: {
    drawing: <OfflineDrawing />,
    title: '没有找到这个页面',
    sentences: ['地址可能不完整，或页面已经调整。', '您的资料和资金不受影响。'],
  },
  server: {
    drawing: <WaitingDrawing />,
    title: '系统暂时出了点问题',
    sentences: ['您的资料和资金不受影响，', '请过几分钟再试。'],
  },
  pageData: {
    drawing: <OfflineDrawing />,
    title: '这一页的内容已失效',
    sentences: ['内容可能已过期或被更新，', '请返回后重新进入。'],
  },
}
