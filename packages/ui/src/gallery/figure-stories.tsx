import { type Bar, Bars } from '#money/bars.tsx'
import { Card, Well } from '#layout/card.tsx'
import { Num } from '#money/number.tsx'
import { Sum } from '#money/sum.tsx'
import { Pairs, Table } from '#layout/table.tsx'
import { Timeline } from '#feedback/timeline.tsx'
import { Story } from './story.tsx'

export function FigureStories() {
  return (
    <>
      <Story name="明细相加">
        <Card>
          <Sum
            lines={[
              { label: '本金', value: <Num value="993.85" /> },
              { label: '利息', value: <Num value="48.57" /> },
              { label: '罚息', value: <Num value="4.17" tone="overdue" />, picked: true },
              { label: '已还 / 减免', value: <Num value="0.00" /> },
            ]}
            total={{ label: '合计应还', value: <Num value="1046.59" size="md" yuan /> }}
          />
        </Card>
      </Story>
      <Story name="名与值、凹槽">
        <Card>
          <Well>
            <div className="row row-between row-baseline">
              <span className="small ink-2">借款本金</span>
              <Num value="5000.00" size="md" yuan />
            </div>
          </Well>
          <Pairs
            pairs={[
              { label: '罚息利率', value: '合同利率 14.40% × 1.5 = 21.60%' },
              { label: '计息日期', value: '2026-11-09 至 2026-11-15' },
              { label: '依据', value: <a href="#gallery">《借款合同》第 8 条</a> },
            ]}
          />
        </Card>
      </Story>
      <Story name="表格">
        <Card>
          <CostTable />
        </Card>
      </Story>
      <Story name="经过">
        <Card>
          <Timeline
            label="借款经过"
            items={[
              { title: '提交申请', time: '2026-11-15 09:41' },
              { title: '银行正在放款', note: '通常 1 分钟内完成', state: 'now' },
              { title: '钱到江海银行（6217）', state: 'todo' },
            ]}
          />
        </Card>
      </Story>
      <PlotStories />
    </>
  )
}

function CostTable() {
  return (
    <Table
      caption="综合融资成本"
      columns={[
        { label: '费用项目' },
        { label: '收取方 · 方式' },
        { label: '金额（元）', align: 'end' },
      ]}
      rows={[
        {
          key: 'interest',
          cells: ['利息', '轻舟消费金融，按剩余本金逐期', <Num key="n" value="398.53" />],
        },
        { key: 'guarantee', cells: ['担保费', '不收取', <Num key="n" value="0.00" />] },
        { key: 'coupon', cells: ['优惠券', '首期抵减', <Num key="n" value="-20.00" />] },
      ]}
    />
  )
}

const instalments: Bar[] = Array.from({ length: 12 }, (_, index) => ({
  parts: [
    { size: 389 + index * 5, tone: 'strong' },
    { size: 60 - index * 5, tone: 'soft' },
  ],
}))

const months: Bar[] = [
  {
    label: '11月',
    figure: '2,126.30',
    parts: [
      { size: 1079.71, tone: 'strong' },
      { size: 1046.59, tone: 'overdue' },
    ],
  },
  { label: '12月', figure: '2,552.01', parts: [{ size: 2552.01, tone: 'quiet' }] },
  { label: '1月', figure: '2,572.01', parts: [{ size: 2572.01, tone: 'quiet' }] },
  { label: '2月', figure: '2,571.98', parts: [{ size: 2571.98, tone: 'quiet' }] },
  { label: '3月', figure: '1,529.59', parts: [{ size: 1529.59, tone: 'quiet' }] },
  { label: '4月', figure: '1,529.59', parts: [{ size: 1529.59, tone: 'quiet' }] },
]

function PlotStories() {
  return (
    <Story name="柱图：两种深浅、逾期有斜纹">
      <Card>
        <Bars
          summary="十二期，每期约 449 元，利息逐期减少"
          bars={instalments}
          legend={[
            { name: '本金', tone: 'strong' },
            { name: '利息', tone: 'soft' },
          ]}
        />
      </Card>
      <Card title="每月应还">
        <Bars
          summary="11月应还 2,126.30 元，其中逾期 1,046.59 元；之后每月 1,529.59 至 2,572.01 元"
          bars={months}
          legend={[
            { name: '已逾期', tone: 'overdue' },
            { name: '本月', tone: 'strong' },
            { name: '未到期', tone: 'quiet' },
          ]}
        />
      </Card>
    </Story>
  )
}
