import { product } from '#shared/pages/service/product.ts'
import { useEffect } from 'react'
import { routes } from '#app/routes.ts'
import { wrongField } from '#platform/api/api-error.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'
import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { SignInSkeleton } from '#shared/sign-in/landing/sign-in-skeleton.tsx'
import { Landing } from '#shared/sign-in/landing/landing.tsx'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import { useSilentSignIn } from '#shared/sign-in/start-session.ts'

/** A valid partner code; others are not requested. */
const PARTNER_CODE = /^[\w-]{1,64}$/

export default function BankPartnerLandingScreen() {
  const { gdCode = '' } = linkQuery()
  const isLinkWhole = PARTNER_CODE.test(gdCode)
  const isChecking = useSilentSignIn(openWantedInLink)
  useEffect(() => {
    if (!isLinkWhole) void sayDeadLink()
  }, [isLinkWhole])

  return (
    <Landing
      sentence={`您正从合作银行进入${product.name}。`}
      note={`借款由${product.name}提供，银行不会因此收取费用`}
    >
      {isChecking || !isLinkWhole ? (
        <SignInSkeleton />
      ) : (
        <SignInForm
          draft="sign-in-bank-partner"
          submitLabel="登录并查看额度"
          consequence="未注册的手机号登录后将自动注册"
          link={{ gdCode }}
          signIn={async ({ mobile, dynamicCode, agreed }) =>
            onboarding.registerThroughPartner(
              { partner: 'bank', gdCode, mobile, dynamicCode, agreed },
              wrongField,
            )
          }
          onSignedIn={openWantedInLink}
        />
      )}
    </Landing>
  )
}

async function sayDeadLink() {
  await go(routes.notices.badBankPartnerLink, { replace: true })
}
