import { Boat, Mark } from '#graphics/mark.tsx'
import * as drawings from '#graphics/illustrations.tsx'
import * as icons from '#graphics/icons.tsx'
import { Num } from '#money/number.tsx'
import { Story } from './story.tsx'

export function IdentityStories() {
  return (
    <>
      <Story name="标识与小舟">
        <div className="row is-primary">
          <Mark size={56} label="轻舟" />
          <Mark size={28} />
          <Boat size={32} />
          <Boat />
        </div>
      </Story>
      <Story name="字号">
        <p className="heading">结果标题 22</p>
        <p className="title">页面标题 18</p>
        <p>正文 16：每一分成本都先讲清楚。</p>
        <p className="small ink-2">说明 14：以审批结果为准。</p>
        <p className="caption ink-3">注 12：客服每日 9:00–21:00。</p>
      </Story>
    </>
  )
}

export function NumberStories() {
  return (
    <>
      <Story name="四种大小">
        <div className="gallery-wrap">
          <Num value="36793.44" size="xl" yuan />
          <Num value="1046.59" size="lg" yuan />
          <Num value="429.88" size="md" yuan />
          <Num value="449.88" size="sm" />
        </div>
      </Story>
      <Story name="逾期、到手、扣减、利率、可点看明细">
        <div className="gallery-wrap">
          <Num value="1046.59" size="lg" yuan tone="overdue" />
          <Num value="5000.00" size="lg" yuan tone="incoming" signed />
          <Num value="-20.00" size="md" />
          <Num value="14.40" size="md" unit="%" />
          <Num value="1042.42" size="lg" yuan onTap={() => undefined} tapLabel="看这笔钱怎么来的" />
        </div>
      </Story>
      <Story name="很长的数、不是数的文字">
        <div className="gallery-wrap">
          <Num value="1234567890.12" size="xl" yuan />
          <Num value="待核算" size="lg" />
        </div>
      </Story>
    </>
  )
}

export function IconStories() {
  return (
    <>
      <Story name="线条图标">
        <ul className="gallery-icons">
          {Object.entries(icons).map(([name, Icon]) => (
            <li key={name}>
              <Icon />
              <span className="ink-3">{name.replace('Icon', '')}</span>
            </li>
          ))}
        </ul>
      </Story>
      <Story name="插画">
        <div className="gallery-drawings">
          {Object.entries(drawings).map(([name, Drawing]) => (
            <Drawing key={name} />
          ))}
        </div>
      </Story>
    </>
  )
}
