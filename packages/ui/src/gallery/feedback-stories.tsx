import { useState } from 'react'
import { Banner } from '#feedback/banner.tsx'
import { Button } from '#inputs/button.tsx'
import { Card } from '#layout/card.tsx'
import { Confirm } from '#overlays/confirm.tsx'
import { Empty, ErrorInPlace } from '#feedback/empty.tsx'
import { GrantedDrawing, RefusedDrawing, WaitingDrawing } from '#graphics/illustrations.tsx'
import { Num } from '#money/number.tsx'
import { Pairs } from '#layout/table.tsx'
import { Result } from '#feedback/result.tsx'
import { Sheet, SheetPanel } from '#overlays/sheet.tsx'
import { SkeletonCards, SkeletonLines } from '#feedback/skeleton.tsx'
import { toast } from '#overlays/toast.tsx'
import { Story } from './story.tsx'

const oneSecond = async () => new Promise((resolve) => setTimeout(resolve, 1000))

export function StateStories() {
  return (
    <>
      <Story name="骨架">
        <SkeletonLines />
        <SkeletonCards count={2} />
      </Story>
      <Story name="空">
        <Card>
          <Empty title="还没有还款记录" action={<Button kind="quiet">查看还款计划</Button>}>
            第一次还款在 12月1日，届时会从江海银行（6217）自动扣款。
          </Empty>
        </Card>
      </Story>
      <Story name="就地出错">
        <Card>
          <ErrorInPlace title="后面的记录加载失败" onRetry={oneSecond}>
            网络不通。上面的内容已是最新，您的还款不受影响。
          </ErrorInPlace>
        </Card>
      </Story>
    </>
  )
}

export function ResultStories() {
  return (
    <>
      <Story name="处理中">
        <Card>
          <Result
            drawing={<WaitingDrawing />}
            title="银行正在放款"
            sentence="5,000.00 元 → 江海银行（6217）"
            alive="已等待 12 秒，通常 1 分钟内完成"
            actions={<Button kind="quiet">返回首页</Button>}
          >
            <p className="small ink-2 centre">可以离开此页，有结果会短信通知您，不会重复放款。</p>
          </Result>
        </Card>
      </Story>
      <Story name="成功">
        <Card>
          <Result
            drawing={<GrantedDrawing />}
            title="借款成功，资金已到账"
            sentence={<Num value="5000.00" size="lg" yuan signed tone="incoming" />}
            actions={<Button>查看还款计划</Button>}
          >
            <Pairs pairs={[{ label: '首期还款', value: '12月1日，429.88 元' }]} />
          </Result>
        </Card>
      </Story>
      <Story name="未通过">
        <Card>
          <Result
            drawing={<RefusedDrawing />}
            title="本次申请未通过"
            sentence="综合评估后暂不能为您提供借款，不影响您的征信评分。"
            actions={<Button kind="quiet">联系客服</Button>}
          >
            <Banner tone="overdue">您可在 12月15日后再次申请。</Banner>
          </Result>
        </Card>
      </Story>
    </>
  )
}

export function OverlayStories() {
  const [opened, setOpened] = useState<'sheet' | 'confirm'>()
  const close = () => setOpened(undefined)

  return (
    <>
      <Story name="面板">
        <div className="gallery-sheet">
          <SheetPanel
            title="罚息 4.17 元的明细"
            onClose={close}
            actions={<Button>立即还款 1,046.59 元</Button>}
          >
            <p>逾期本金 993.85 元，按日计罚息 7 天，四舍五入到分。</p>
          </SheetPanel>
        </div>
      </Story>
      <Story name="打开看看">
        <Button kind="quiet" onPress={() => setOpened('sheet')}>
          打开面板
        </Button>
        <Button kind="quiet" onPress={() => setOpened('confirm')}>
          打开确认
        </Button>
        <Button kind="quiet" onPress={() => toast('已复制借据编号')}>
          显示短提示
        </Button>
      </Story>
      <Sheet open={opened === 'sheet'} onClose={close} title="罚息 4.17 元的明细">
        <p>逾期本金 993.85 元，按日计罚息 7 天，四舍五入到分。</p>
      </Sheet>
      <Confirm
        open={opened === 'confirm'}
        onClose={close}
        title="确认还款"
        confirmLabel="还款 1,046.59 元"
        onConfirm={oneSecond}
      >
        <Pairs
          pairs={[
            { label: '扣款卡', value: '江海银行（6217）' },
            { label: '还款金额', value: <Num value="1046.59" yuan /> },
          ]}
        />
      </Confirm>
    </>
  )
}
