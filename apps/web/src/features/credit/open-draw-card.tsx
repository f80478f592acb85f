import type { OpenDraw } from '@qingzhou/contract/features/credit'
import { yuan } from '@qingzhou/domain/money/money'
import { Chip } from '@qingzhou/ui/feedback'
import { Button, ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { CancelDraw } from '#shared/lending/open-draw.tsx'
import { formatTime } from '#shared/pages/figures.ts'

/** The draw in progress, begun on this phone or another one, with what can be done about it. */
export function OpenDrawCard({ draw }: { draw: OpenDraw }) {
  const { drawNo, amount, isPurchase } = draw
  if (draw.state === 'processing') {
    const result = addressWithQuery(routes.loans.loanResult.path, { [drawParam]: drawNo })
    return (
      <Card
        title={isPurchase ? '正在付款给商城' : '银行正在放款'}
        trailing={<Chip tone="soon">处理中</Chip>}
      >
        <Num value={yuan(amount)} size="lg" yuan />
        <p className="small ink-2">通常 1 分钟内完成，有结果会短信通知您</p>
        <ButtonLink kind="quiet" href={`#${result}`}>
          查看结果
        </ButtonLink>
      </Card>
    )
  }
  return (
    <Card
      title={isPurchase ? '待完成的商城订单' : '待完成的借款'}
      trailing={<Chip tone="soon">{missingVerification(draw)}</Chip>}
    >
      <Num value={yuan(amount)} size="lg" yuan />
      <p className="small ink-2">{deadlineOf(draw)}</p>
      <ButtonPair>
        <Button onPress={async () => goToVerification(drawNo, draw.verification)}>
          {isPurchase ? '继续付款' : '继续借款'}
        </Button>
        <CancelDraw draw={draw} />
      </ButtonPair>
    </Card>
  )
}

function missingVerification({ verification }: OpenDraw): string {
  return verification.includes('face') ? '待人脸核验' : '待短信验证'
}

function deadlineOf({ verifyBy, isPurchase }: OpenDraw): string {
  const after = isPurchase ? '付款' : '放款'
  if (verifyBy === undefined) return `核验后才会${after}`
  return `核验后才会${after}，请在 ${formatTime(verifyBy).slice(-5)} 前完成，超时自动取消`
}
