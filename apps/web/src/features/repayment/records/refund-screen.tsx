import { useQuery } from '@tanstack/react-query'
import { yuan } from '@qingzhou/domain/money/money'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Chip, SkeletonCards, Timeline } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { refundQuery } from '#features/repayment/queries.ts'

const { title } = routes.repayment.refund

const words = {
  owed: { title: '确认多还，准备退回', note: '一般当天发起' },
  sent: { title: '已提交银行', note: '一般 1 个工作日内到账' },
  returned: { title: '已退回到卡', note: '' },
  failed: { title: '银行退款未成功', note: '系统会自动重新退款，无需操作' },
  cancelled: { title: '不再退回', note: '这笔还款的款项已被退回，还款已撤销' },
} as const

const stateLabels = {
  owed: '准备退回',
  sent: '退款中',
  returned: '已退回',
  cancelled: '已取消',
} as const

const tones = { owed: 'incoming', sent: 'incoming', returned: 'fine', cancelled: 'plain' } as const

const moment = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** One refund of an overpayment, by state. */
export default function RefundScreen() {
  const refundNo = numberInLink('refundNo')
  if (refundNo === undefined) return <MissingSubject title={title} what="这笔退款" />
  return <Refund refundNo={refundNo} />
}

function Refund({ refundNo }: { refundNo: string }) {
  const query = useQuery(refundQuery(refundNo))
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
        {(refund) => (
          <div className="stack stack-3">
            <Card
              title="退款金额"
              trailing={<Chip tone={tones[refund.state]}>{stateLabels[refund.state]}</Chip>}
            >
              <Num value={yuan(refund.amount)} yuan signed tone="incoming" size="xl" />
              <Pairs
                pairs={[
                  { label: '退回到', value: cardOf(refund) },
                  { label: '多还日期', value: refund.owedSince },
                  { label: '退款编号', value: refund.refundNo },
                ]}
              />
            </Card>
            <Card title="进度">
              <Timeline
                label="退款进度"
                items={refund.timeline.map(({ state, at }, index) => ({
                  title: words[state].title,
                  note: words[state].note,
                  time: moment.format(at),
                  state: index === refund.timeline.length - 1 ? 'now' : 'done',
                }))}
              />
            </Card>
            <ServiceContact>没有收到退款？</ServiceContact>
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

function cardOf({
  bankName,
  lastFour,
}: {
  bankName?: string | undefined
  lastFour?: string | undefined
}) {
  return bankName === undefined ? '原付款账户' : `${bankName}（${lastFour ?? ''}）`
}
