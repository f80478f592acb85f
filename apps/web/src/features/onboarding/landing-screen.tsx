import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { SignInSkeleton } from '#shared/sign-in/landing/sign-in-skeleton.tsx'
import { Landing } from '#shared/sign-in/landing/landing.tsx'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import { useSilentSignIn } from '#shared/sign-in/start-session.ts'

export default function LandingScreen() {
  const isChecking = useSilentSignIn(openWantedInLink)

  return (
    <Landing>
      {isChecking ? (
        <SignInSkeleton />
      ) : (
        <SignInForm
          draft="sign-in"
          submitLabel="登录并查看额度"
          consequence="未注册的手机号登录后将自动注册"
          onSignedIn={openWantedInLink}
          withPassword
        />
      )}
    </Landing>
  )
}
