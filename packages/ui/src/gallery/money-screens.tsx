import { useState } from 'react'
import { Bars } from '#money/bars.tsx'
import { Button, ButtonLink, IconButton } from '#inputs/button.tsx'
import { Card, DeepCard, Tiles } from '#layout/card.tsx'
import { Chip } from '#feedback/chip.tsx'
import {
  CalendarIcon,
  CardIcon,
  DocumentIcon,
  HeadsetIcon,
  PencilIcon,
  PostponeIcon,
  RiseIcon,
  SealIcon,
  SpeechIcon,
  TicketIcon,
} from '#graphics/screen-icons.tsx'
import { List, ListRow } from '#layout/list-row.tsx'
import { Num } from '#money/number.tsx'
import { QuickPicks, Segmented } from '#inputs/choices/choices.tsx'
import { Screen } from '#layout/screen.tsx'
import { Slider } from '#inputs/slider.tsx'
import { Waterline } from '#money/waterline.tsx'

const press = () => undefined
const help = <IconButton label="联系客服" icon={<HeadsetIcon />} onPress={press} />

export function HomeScreen() {
  return (
    <Screen title="我的额度" home trailing={help}>
      <LimitCard />
      <Card title="最近一期账单" trailing={<Chip tone="soon">7 天后到期</Chip>}>
        <div className="row row-between">
          <Num value="1042.42" size="lg" yuan onTap={press} />
          <Button kind="quiet" fit>
            还这一期
          </Button>
        </div>
        <div className="row row-between small ink-2 ruled">
          <span>11月22日从江海银行（6217）扣款</span>
          <ButtonLink href="#bill" kind="text">
            看账单
          </ButtonLink>
        </div>
      </Card>
      <ServiceCard />
    </Screen>
  )
}

export function LimitCard() {
  return (
    <DeepCard>
      <p className="row row-between small ink-2">
        <span>可用额度</span>
        <span className="caption">有效期至 2027-07-22</span>
      </p>
      <Num value="36793.44" size="xl" yuan />
      <p className="small">
        <span className="ink-2">年化利率（单利）</span>
        <span className="strong">14.40%</span>
      </p>
      <Waterline
        label="已用额度"
        share={0.26}
        start={<>已用 13,206.56</>}
        end={<>总额度 50,000.00</>}
      />
      <Button kind="on-deep">去借款</Button>
    </DeepCard>
  )
}

export function ServiceCard() {
  return (
    <Card>
      <Tiles label="常用服务" tiles={services} />
    </Card>
  )
}

const services = [
  { label: '还款计划', icon: <CalendarIcon />, href: '#plan' },
  { label: '提前还款', icon: <RiseIcon />, href: '#early' },
  { label: '优惠券', icon: <TicketIcon />, href: '#coupons' },
  { label: '银行卡', icon: <CardIcon />, href: '#cards' },
  { label: '延期还款', icon: <PostponeIcon />, href: '#delay' },
  { label: '结清证明', icon: <SealIcon />, href: '#settlement' },
  { label: '已签协议', icon: <DocumentIcon />, href: '#papers' },
  { label: '投诉与建议', icon: <SpeechIcon />, href: '#complaints' },
]

const terms = ['3', '6', '9', '12', '24'].map((value) => ({ value, label: `${value} 期` }))
const amounts = ['3000.00', '5000.00', '10000.00', '20000.00']

export function AmountScreen() {
  const [amount, setAmount] = useState('5000.00')
  const [term, setTerm] = useState('12')

  return (
    <Screen
      title="借款"
      onBack={press}
      trailing={help}
      footer={<Button>确认借款 5,000.00 元</Button>}
      footerNote="下一步先看综合融资成本，再签借款合同"
    >
      <Card>
        <div className="row row-between small ink-2">
          <span>借款金额</span>
          <span>可借 36,793.44</span>
        </div>
        <div className="row row-between">
          <Num value={amount} size="xl" yuan />
          <Button kind="text" icon={<PencilIcon size={18} />}>
            输入
          </Button>
        </div>
        <Slider
          label="借款金额"
          value={Number(amount)}
          min={1000}
          max={36700}
          step={100}
          onChange={(value) => setAmount(value.toFixed(2))}
          valueText={`${amount} 元`}
        />
        <QuickPicks
          label="常用金额"
          picks={amounts.map((value) => ({ value, label: <Num value={value} /> }))}
          value={amount}
          onPick={setAmount}
        />
      </Card>
      <TermCard term={term} onChange={setTerm} />
      <PlanCard />
    </Screen>
  )
}

function TermCard({ term, onChange }: { term: string; onChange: (term: string) => void }) {
  return (
    <Card>
      <Segmented label="期数" options={terms} value={term} onChange={onChange} />
      <List label="借款设置">
        <ListRow label="还款方式" value="等额本息，每月 1 日还" onPress={press} />
        <ListRow
          label="优惠券"
          value={<span className="is-incoming strong">首期减 20.00 元</span>}
          onPress={press}
        />
        <ListRow label="收款卡" value="江海银行（6217）" onPress={press} />
      </List>
    </Card>
  )
}

function PlanCard() {
  return (
    <Card>
      <div className="columns-2">
        <div>
          <p className="small ink-2">首期应还 · 12月1日</p>
          <Num value="429.88" size="md" yuan />
          <p className="caption ink-2">之后每期 449.88，末期 449.85</p>
        </div>
        <Bars
          summary="十二期，每期约 449 元，利息逐期减少"
          bars={Array.from({ length: 12 }, (_, index) => ({
            parts: [
              { size: 389 + index * 5, tone: 'strong' },
              { size: 60 - index * 5, tone: 'soft' },
            ],
          }))}
          legend={[
            { name: '本金', tone: 'strong' },
            { name: '利息', tone: 'soft' },
          ]}
        />
      </div>
      <div className="row row-between small ruled">
        <span>
          <span className="ink-2">总利息 </span>
          <Num value="398.53" size="sm" />
        </span>
        <span>
          <span className="ink-2">年化利率（单利）</span>
          <span className="strong">14.40%</span>
        </span>
      </div>
    </Card>
  )
}
