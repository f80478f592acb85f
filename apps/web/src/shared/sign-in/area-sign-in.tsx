import { Button } from '@qingzhou/ui/inputs'
import { SpeechIcon } from '@qingzhou/ui/graphics'
import type { Route } from '#app/routes.ts'
import { startAuthorisation } from '#platform/session/authorisation.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { openWantedInLink, readWantedPage } from '#platform/navigation/wanted-page.ts'
import { SignInSkeleton } from './landing/sign-in-skeleton.tsx'
import { Landing } from './landing/landing.tsx'
import { product } from '#shared/pages/service/product.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSilentSignIn } from './start-session.ts'

export interface AreaSignInProps {
  sentence: string
  note?: string
  /** The draft name of the input. */
  draft: string
  submitLabel: string
  /** The first page of the area; by default the page of the step. */
  home?: Route
  withPassword?: boolean
}

/** The sign-in page of an area. After sign-in the wanted page opens. */
export function AreaSignIn({ sentence, note = usual, home, ...form }: AreaSignInProps) {
  const isChecking = useSilentSignIn(async () => openWantedInLink(home))

  return (
    <Landing sentence={sentence} note={note}>
      {isChecking ? <SignInSkeleton /> : <WaysIn home={home} {...form} />}
    </Landing>
  )
}

const usual = '请使用借款时的手机号登录'

type WaysInProps = Omit<AreaSignInProps, 'sentence' | 'note' | 'home'> & { home: Route | undefined }

function WaysIn({ home, ...form }: WaysInProps) {
  return (
    <div className="stack stack-6">
      {browserKind() === 'messenger' && (
        <div className="stack stack-2">
          <Button
            kind="quiet"
            icon={<SpeechIcon size={20} />}
            onPress={() => startAuthorisation('messenger', readWantedPage() ?? home?.path)}
          >
            用{product.messenger}授权登录
          </Button>
          <p className="caption ink-3 centre">关联过的客户无需验证码。或用下面的手机号登录：</p>
        </div>
      )}
      <SignInForm
        {...form}
        consequence="未注册的手机号登录后将自动注册"
        onSignedIn={async () => openWantedInLink(home)}
      />
    </div>
  )
}
