import { useId, useState } from 'react'
import { Num } from '#money/number.tsx'
import { OptionList, QuickPicks, Segmented, Switch } from '#inputs/choices/choices.tsx'
import { Tick } from '#inputs/choices/tick.tsx'
import { Slider } from '#inputs/slider.tsx'
import { StepProgress } from '#feedback/step-progress.tsx'
import { TabPanel, Tabs } from '#layout/tabs.tsx'
import { Card } from '#layout/card.tsx'
import { Story } from './story.tsx'

const terms = ['3', '6', '9', '12', '24'].map((value) => ({ value, label: `${value} 期` }))
const amounts = ['3000.00', '5000.00', '10000.00', '20000.00']
const cards = [
  { value: 'a', label: '江海银行（6217）', note: '单笔限额 50,000.00 元' },
  { value: 'b', label: '远山银行（6222）', note: '单笔限额 20,000.00 元' },
  { value: 'c', label: '长河银行（6228）', unavailable: '该卡正在核验，核验后可用' },
]

export function ChoiceStories() {
  return (
    <>
      <AgreementStories />
      <AmountStories />
      <TabStories />
      <Story name="步骤">
        <StepProgress step={1} total={6} next="人脸核验" />
        <StepProgress step={6} total={6} note="已自动保存 9:41" />
      </Story>
    </>
  )
}

function AgreementStories() {
  const [isAgreed, setAgreed] = useState(false)
  const [card, setCard] = useState('a')

  return (
    <>
      <Story name="勾选：默认不勾、已勾、出错">
        <Tick checked={isAgreed} onChange={setAgreed}>
          我已阅读并同意<a href="#gallery">《注册服务协议》</a>
          <a href="#gallery">《隐私政策》</a>；未注册的手机号登录后将自动注册
        </Tick>
        <Tick checked onChange={() => undefined}>
          我已阅读并同意<a href="#gallery">《借款合同》</a>
        </Tick>
        <Tick checked={false} onChange={() => undefined} error="请先阅读并勾选">
          我已阅读并同意<a href="#gallery">《借款合同》</a>
        </Tick>
      </Story>
      <Story name="开关">
        <Switch
          label="优惠活动短信"
          note="关闭后不再发送"
          checked={isAgreed}
          onChange={async (isOn) => setAgreed(isOn)}
        />
      </Story>
      <Story name="单选列表">
        <Card flush>
          <OptionList legend="收款卡" hideLegend options={cards} value={card} onChange={setCard} />
        </Card>
      </Story>
    </>
  )
}

function AmountStories() {
  const [term, setTerm] = useState('12')
  const [amount, setAmount] = useState('5000.00')

  return (
    <>
      <Story name="分段选择（左右键可换）">
        <Segmented label="期数" options={terms} value={term} onChange={setTerm} />
        <Segmented
          label="还款方式"
          showLabel
          options={[
            { value: '3', label: '全额' },
            { value: '12', label: '部分提前还' },
          ]}
          value={term}
          onChange={setTerm}
        />
      </Story>
      <Story name="滑块与快捷金额">
        <Slider
          label="借款金额"
          value={Number(amount)}
          min={1000}
          max={30000}
          step={100}
          onChange={(value) => setAmount(value.toFixed(2))}
          valueText={`${amount} 元`}
          minLabel="1,000.00"
          maxLabel="30,000.00"
        />
        <QuickPicks
          label="常用金额"
          picks={amounts.map((value) => ({ value, label: <Num value={value} /> }))}
          value={amount}
          onPick={setAmount}
        />
      </Story>
    </>
  )
}

function TabStories() {
  const id = useId()
  const [tab, setTab] = useState<'all' | 'open' | 'settled'>('all')

  return (
    <Story name="标签页与数目">
      <Tabs
        id={id}
        label="筛选记录"
        tabs={[
          { value: 'all', label: '全部', count: 14 },
          { value: 'open', label: '进行中', count: 2 },
          { value: 'settled', label: '已结清', count: 12 },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel tabs={id} value={tab}>
        <p className="small ink-2">这里是所选的一类记录。</p>
      </TabPanel>
    </Story>
  )
}
