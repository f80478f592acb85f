import { useQuery } from '@tanstack/react-query'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back } from '#platform/navigation/navigation.ts'
import { Blocks, type PageContent, staticPageQuery } from '#shared/agreements/static-page.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { product } from '#shared/pages/service/product.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'

export default function FollowAccountScreen() {
  const page = useQuery(staticPageQuery('official-account'))

  return (
    <Screen title={routes.onboarding.followAccount.title} onBack={back}>
      <QueryState query={page} skeleton={<SkeletonLines count={8} />}>
        {(account) => <Account account={account} />}
      </QueryState>
    </Screen>
  )
}

function Account({ account }: { account: PageContent }) {
  const { title, summary, blocks, qrAddress } = account
  const isInMessenger = browserKind() === 'messenger'
  const steps = isInMessenger ? stepsInside : stepsOutside
  return (
    <>
      <section className="card">
        <div className="stack stack-1 centre">
          <h2 className="title">{title}</h2>
          <p className="small ink-2">{summary}</p>
        </div>
        {qrAddress !== undefined && (
          <>
            <div className="row row-centre">
              <QrCode text={qrAddress} label={`公众号“${title}”的二维码`} />
            </div>
            <p className="small ink-2 centre">
              {isInMessenger ? '长按二维码即可识别' : '截屏即可保存这张二维码'}
            </p>
          </>
        )}
        <Blocks blocks={blocks} />
      </section>
      <Card title="关注方法">
        <NumberedSteps label="步骤" steps={qrAddress === undefined ? stepsBySearch : steps} />
      </Card>
      <p className="caption ink-3 centre">关注后可随时取消，不影响您的借款和还款</p>
    </>
  )
}

const follow = { title: '点“关注公众号”', note: '核对名称与主体后再关注' }

const stepsInside = [
  { title: '长按上方二维码', note: '选择“识别图中的二维码”' },
  follow,
  { title: '在公众号菜单中登录', note: '用借款时的手机号' },
]

const stepsOutside = [
  { title: '截屏保存二维码' },
  { title: `打开${product.messenger}，扫一扫`, note: '点“相册”，选择刚才的截图' },
  follow,
]

const stepsBySearch = [
  { title: `打开${product.messenger}，点“搜索”` },
  { title: `搜索公众号“${product.officialAccount}”` },
  follow,
]
