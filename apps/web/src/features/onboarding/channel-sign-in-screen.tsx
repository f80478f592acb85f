import { Button } from '@qingzhou/ui/button'
import { SpeechIcon } from '@qingzhou/ui/icons'
import { startAuthorisation } from '#platform/authorisation.ts'
import { browserKind } from '#platform/browser.ts'
import { enterApp } from '#platform/session.ts'
import { Entering } from '#shared/entering.tsx'
import { Landing } from '#shared/landing.tsx'
import { product } from '#shared/product.ts'
import { SignInForm } from '#shared/sign-in-form.tsx'
import { useSilentEntry } from '#shared/use-silent-entry.ts'

export default function ChannelSignInScreen() {
  const isChecking = useSilentEntry(enterApp)

  return (
    <Landing sentence="登录后查看账单、还款和办理业务。" note="请使用借款时的手机号登录">
      {isChecking ? <Entering /> : <WaysIn />}
    </Landing>
  )
}

function WaysIn() {
  return (
    <div className="stack stack-6">
      {browserKind() === 'messenger' && (
        <div className="stack stack-2">
          <Button
            kind="quiet"
            icon={<SpeechIcon size={20} />}
            onPress={() => startAuthorisation('messenger')}
          >
            用{product.messenger}授权登录
          </Button>
          <p className="caption ink-3 centre">关联过的客户无需验证码。或用下面的手机号登录：</p>
        </div>
      )}
      <SignInForm
        draft="sign-in-channel"
        submitLabel="登录并查看账单"
        consequence="未注册的手机号将创建账户"
        onSignedIn={enterApp}
        withPassword
      />
    </div>
  )
}
