import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { product } from '#shared/pages/product.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'

export default function FollowAccountScreen() {
  const isInMessenger = browserKind() === 'messenger'

  return (
    <Screen title={routes.onboarding.followAccount.title} onBack={back}>
      <section className="card">
        <div className="stack stack-1 centre">
          <h2 className="title">{product.officialAccount}</h2>
          <p className="small ink-2">还款提醒、账单查询、在线客服</p>
        </div>
        <div className="row row-centre">
          <QrCode text={accountAddress()} label={`公众号“${product.officialAccount}”的二维码`} />
        </div>
        <p className="small ink-2 centre">
          {isInMessenger ? '长按二维码即可识别' : '截屏即可保存这张二维码'}
        </p>
      </section>
      <Card title="怎么关注">
        <NumberedSteps label="步骤" steps={isInMessenger ? stepsInside : stepsOutside} />
      </Card>
      <p className="caption ink-3 centre">关注后可随时取消，不影响您的借款和还款</p>
    </Screen>
  )
}

const stepsInside = [
  { title: '长按上方二维码', note: '选择“识别图中的二维码”' },
  { title: '点“关注公众号”', note: '核对名称与主体后再关注' },
  { title: '在公众号菜单中登录', note: '用借款时的手机号' },
]

const stepsOutside = [
  { title: '截屏保存二维码' },
  { title: `打开${product.messenger}，扫一扫`, note: '点“相册”，选择刚才的截图' },
  { title: '点“关注公众号”', note: '核对名称与主体后再关注' },
]

/** The QR code opens the account's sign-in page on the current host. */
function accountAddress() {
  return `${window.location.origin}/#${addressOf(routes.onboarding.channelSignIn)}`
}
