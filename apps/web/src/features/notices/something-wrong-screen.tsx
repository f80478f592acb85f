import { product } from '#shared/pages/service/product.ts'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { EmptyDrawing, OfflineDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { config } from '#platform/browser/config.ts'
import { back, go, linkQuery } from '#platform/navigation/navigation.ts'
import { enterApp, isSignedIn } from '#platform/session/session.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { Sentences } from '#shared/pages/phrases.tsx'
import { security, signOutAfter } from '#shared/sign-in/sign-out.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'

export default function SomethingWrongScreen() {
  const { reason: claimed, requestId } = linkQuery()
  const reason = reasonOf(claimed)
  const { drawing, title, sentences } = textOf[reason]
  const isComputer = reason === 'notMobile'

  return (
    <Screen title={isComputer ? product.name : routes.notices.somethingWrong.title}>
      <Result
        drawing={drawing}
        title={title}
        sentence={<Sentences of={sentences} />}
        actions={isComputer ? undefined : <WaysOn reason={reason} />}
      >
        {isComputer && <OpenOnPhone />}
      </Result>
      <ServiceContact />
      {requestId !== undefined && (
        <p className="caption ink-3 centre tabular">问题编号 {requestId.slice(0, 64)}</p>
      )}
    </Screen>
  )
}

function WaysOn({ reason }: { reason: Reason }) {
  // A missing page cannot be retried.
  if (reason !== 'server') {
    return (
      <>
        <Button onPress={goHome}>返回首页</Button>
        <Button kind="quiet" onPress={back}>
          返回上一页
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onPress={tryAgain}>再试一次</Button>
      {isSignedIn() ? (
        <Button kind="quiet" onPress={signInAnew}>
          换个手机号登录
        </Button>
      ) : (
        <Button kind="quiet" onPress={goHome}>
          返回首页
        </Button>
      )}
    </>
  )
}

/** The previous page is the one that failed; without one, open the start. */
async function tryAgain() {
  if (window.history.length > 1) back()
  else await goHome()
}

/** A signed-in user continues at the current step instead of signing in again. */
async function goHome() {
  if (isSignedIn()) await enterApp().catch(ignoreRefusal)
  else await go(routes.onboarding.landing, { replace: true })
}

/** Another person may sign in: nothing of this one stays, even if the server cannot be reached. */
async function signInAnew() {
  await signOutAfter(async () => security.signOut({}, { leaveOutcome: true }).catch(ignoreRefusal))
}

/** On a computer: a QR code to open the app on a phone, and in the sandbox the desk. */
function OpenOnPhone() {
  const address = phoneAddress()

  return (
    <>
      <section className="card">
        {address === undefined ? <HowToReach /> : <PhoneCode address={address} />}
      </section>
      {config().mode === 'sandbox' && (
        <section className="card stack">
          <ButtonLink href="/desk/">打开模拟台</ButtonLink>
          <p className="small ink-2 centre">不用手机也能试：模拟台里有测试客户、手机和短信。</p>
        </section>
      )}
    </>
  )
}

function PhoneCode({ address }: { readonly address: string }) {
  return (
    <>
      <div className="row row-centre">
        <QrCode text={address} label={`${product.name}的二维码`} />
      </div>
      <p className="small ink-2 centre">用手机扫码打开，或在手机浏览器输入</p>
      <p className="strong centre tabular">{address}</p>
      {address !== ownAddress() && (
        <p className="small ink-2 centre">手机和这台电脑要连同一个网络。</p>
      )}
    </>
  )
}

function HowToReach() {
  return (
    <>
      <p className="strong centre">手机暂时连不上这台电脑</p>
      <p className="small ink-2 centre">
        {product.name}现在只允许本机访问。请停止后用这条命令重新启动：
      </p>
      <p className="strong centre tabular">HOST=0.0.0.0 npm start</p>
      <p className="small ink-2 centre">手机连同一个网络，再刷新本页扫码。</p>
      <p className="caption ink-3 centre">在容器里运行时，请把 PUBLIC_URL 设为手机能打开的地址。</p>
    </>
  )
}

const ownAddress = () => `${window.location.origin}/`

/** A phone cannot open the address of a page that this computer opened by its own name. */
function phoneAddress(): string | undefined {
  const { mode, phoneUrl } = config()
  const isOwnName = /^(localhost|127\..*|\[::1\])$/.test(window.location.hostname)
  return mode === 'sandbox' && isOwnName ? phoneUrl : ownAddress()
}

type Reason = 'notMobile' | 'notFound' | 'server' | 'pageData'

type ReasonText = {
  readonly drawing: ReactNode
  readonly title: string
  readonly sentences: readonly string[]
}

/** An unknown reason of a link shows the default. */
function reasonOf(claimed: string | undefined): Reason {
  return reasons.find((reason) => reason === claimed) ?? 'server'
}

const reasons = ['notMobile', 'notFound', 'server', 'pageData'] as const

/** The event, its meaning and the next action. */
const textOf: Readonly<Record<Reason, ReasonText>> = {
  notMobile: {
    drawing: <EmptyDrawing />,
    title: '请在移动设备中访问',
    sentences: [`${product.name}为手机设计，请用手机或平板打开。`],
  },
  notFound: {
    drawing: <OfflineDrawing />,
    title: '没有找到这个页面',
    sentences: ['地址可能不完整，或页面已经调整。', '您的资料和资金不受影响。'],
  },
  server: {
    drawing: <WaitingDrawing />,
    title: '系统暂时出现问题',
    sentences: ['您的资料和资金不受影响，', '请过几分钟再试。'],
  },
  pageData: {
    drawing: <OfflineDrawing />,
    title: '这一页的内容已失效',
    sentences: ['内容可能已过期或被更新，', '请返回后重新进入。'],
  },
}
