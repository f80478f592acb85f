import { Banner } from '#feedback/banner.tsx'
import { Button } from '#inputs/button.tsx'
import { Card } from '#layout/card.tsx'
import { Chip } from '#feedback/chip.tsx'
import { CardIcon, ShieldIcon } from '#graphics/screen-icons.tsx'
import { List, ListRow } from '#layout/list-row.tsx'
import { Num } from '#money/number.tsx'
import { LimitCard, ServiceCard } from './money-screens.tsx'
import { Story } from './story.tsx'

export function SurfaceStories() {
  return (
    <>
      <Story name="卡片">
        <Card title="最近一期账单" trailing={<Chip tone="soon">7 天后到期</Chip>}>
          <div className="row row-between">
            <Num value="1042.42" size="lg" yuan onTap={() => undefined} />
            <Button kind="quiet" fit>
              还这一期
            </Button>
          </div>
          <p className="small ink-2 ruled">11月8日从江海银行（6217）自动扣款</p>
        </Card>
      </Story>
      <Story name="状态">
        <div className="gallery-wrap">
          <Chip>正常</Chip>
          <Chip tone="soon">7 天后</Chip>
          <Chip tone="overdue">逾期 7 天</Chip>
          <Chip tone="incoming">已放款</Chip>
          <Chip tone="plain">已结清</Chip>
        </div>
      </Story>
      <RowStories />
      <BannerStories />
      <DeepStories />
    </>
  )
}

const press = () => undefined

function RowStories() {
  return (
    <Story name="列表行：按钮、链接、只读、带图、很长">
      <Card flush>
        <List label="借款设置">
          <ListRow label="收款卡" value="江海银行（6217）" onPress={press} />
          <ListRow
            label="优惠券"
            value={<span className="is-incoming strong">首期减 20.00 元</span>}
            href="#gallery"
          />
          <ListRow label="手机号" value="138****6021" />
          <ListRow
            glyph={<CardIcon />}
            label="教育培训"
            note="第 4 期，共 12 期"
            value={<Num value="9159.05" size="sm" />}
            href="#gallery"
          />
          <ListRow
            label="单位地址"
            value="浙江省杭州市西湖区文三路 18 号天目大厦 2 幢 603 室"
            onPress={press}
          />
        </List>
      </Card>
    </Story>
  )
}

function BannerStories() {
  return (
    <Story name="提示条">
      <Banner tone="deep">凡自称电商客服，要求您借款转账或办理退款的，都是诈骗。</Banner>
      <Banner icon={<ShieldIcon size={20} />}>您的资料加密保存，只用于本次申请。</Banner>
      <Banner>下一步先看综合融资成本，再签借款合同。</Banner>
      <Banner tone="soon">11月22日应还 1,079.71 元，请留足余额。</Banner>
      <Banner tone="overdue" action={<Button kind="text">拨打客服电话</Button>}>
        本次未通过，您可在 12月15日后再申请。
      </Banner>
    </Story>
  )
}

function DeepStories() {
  return (
    <Story name="深水卡与宫格">
      <LimitCard />
      <ServiceCard />
    </Story>
  )
}
