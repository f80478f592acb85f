import { isPhone } from '@qingzhou/domain/people/fields'
import { routes } from '#app/routes.ts'
import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { SignInSkeleton } from '#shared/sign-in/landing/sign-in-skeleton.tsx'
import { Landing } from '#shared/sign-in/landing/landing.tsx'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import { useSilentSignIn } from '#shared/sign-in/start-session.ts'
import { product } from '#shared/pages/service/product.ts'
import { linkMobile } from '#platform/session/link-token.ts'

export default function RepayLandingScreen() {
  const isChecking = useSilentSignIn(openRepayment)

  return (
    <Landing
      sentence="登录后查看应还金额，还款由您确认。"
      note="请用借款时的手机号登录，勿向个人账户转账"
    >
      {isChecking ? (
        <SignInSkeleton />
      ) : (
        <SignInForm
          draft="sign-in"
          submitLabel="登录并查看应还"
          consequence="未注册的手机号登录后将自动注册"
          onSignedIn={openRepayment}
          withPassword
        />
      )}
    </Landing>
  )
}

async function openRepayment() {
  await openWantedInLink(routes.repayment.repayHome)
}

export function UnionPayLandingScreen() {
  const isChecking = useSilentSignIn(openWantedInLink)

  return (
    <Landing
      sentence={`您正从银联渠道进入${product.name}。`}
      note={`登录后由${product.name}为您提供服务，费用与利率以合同为准`}
    >
      {isChecking ? (
        <SignInSkeleton />
      ) : (
        <SignInForm
          draft="sign-in-union-pay"
          phone={phoneOfLink()}
          submitLabel="登录并查看额度"
          consequence="未注册的手机号登录后将自动注册"
          onSignedIn={openWantedInLink}
        />
      )}
    </Landing>
  )
}

/** The link contains the recipient; an invalid phone is ignored. */
function phoneOfLink(): string {
  const mobile = linkMobile() ?? ''
  return isPhone(mobile) ? mobile : ''
}
