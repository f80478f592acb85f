import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/inputs'
import { OfflineDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { startAuthorisation } from '#platform/session/authorisation.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'
import { openWanted, storedWanted, WANTED } from '#platform/navigation/wanted-page.ts'
import { startSession } from '#shared/sign-in/start-session.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { Sentences } from '#shared/pages/phrases.tsx'
import { storeWalletTicket } from './wallet-ticket.ts'

export default function WelcomeBackScreen() {
  const { failure, provider } = useReturn()

  return (
    <Screen title={routes.onboarding.welcomeBack.title}>
      {failure ? (
        <Result
          drawing={<OfflineDrawing />}
          title={failure.title}
          sentence={<Sentences of={failure.sentences} />}
          actions={
            <>
              <Button onPress={() => startAuthorisation(provider, storedWanted())}>重新授权</Button>
              <Button kind="quiet" onPress={signInByPhone}>
                用手机号登录
              </Button>
            </>
          }
        />
      ) : (
        <Result
          drawing={<WaitingDrawing />}
          title="欢迎回来，正在登录"
          sentence="已收到您的授权，马上就好"
          alive="通常几秒内完成"
        />
      )}
    </Screen>
  )
}

async function signInByPhone() {
  await go(routes.onboarding.landing, { query: { [WANTED]: storedWanted() } })
}

type Failure = { readonly title: string; readonly sentences: readonly string[] }

/** The parameters of the authorisation page. */
type Return = {
  readonly provider: 'wallet' | 'messenger'
  readonly authCode: string
  readonly state: string
  readonly isDenied: boolean
}

/** Exchanges the parameters for a session, or finds what is missing. */
function useReturn(): { provider: Return['provider']; failure: Failure | undefined } {
  const { provider, authCode, state, isDenied } = returnOfLink()
  const isWhole = authCode !== '' && state !== ''
  const { error } = useQuery({
    // A code is valid once, so it is exchanged once, however often this renders.
    queryKey: ['return', authCode, state],
    queryFn: async () => exchange({ provider, authCode, state }),
    enabled: isWhole,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  if (isDenied) return { provider, failure: denied }
  if (!isWhole) return { provider, failure: nothingCame }
  return { provider, failure: error ? refused(error) : undefined }
}

async function exchange({ provider, authCode, state }: Omit<Return, 'isDenied'>) {
  const answer = await onboarding.signIn({ by: 'authorisation', authCode, state })
  if (answer.outcome === 'signedIn') {
    startSession(answer)
    await openWanted()
  } else {
    storeWalletTicket({ provider, ...answer })
    await go(routes.onboarding.registerInWallet, { replace: true })
  }
  return answer.outcome
}

function returnOfLink(): Return {
  const { provider, code, auth_code: authCode, state = '', error } = linkQuery()
  return {
    provider: provider === 'messenger' ? 'messenger' : 'wallet',
    authCode: code ?? authCode ?? '',
    state,
    isDenied: error !== undefined,
  }
}

const denied: Failure = {
  title: '您没有同意授权',
  sentences: ['没有关系，可以重新授权，', '或用手机号和验证码登录。'],
}

const nothingCame: Failure = {
  title: '没有收到授权结果',
  sentences: ['请重新授权，或用手机号登录。'],
}

function refused(error: unknown): Failure {
  const reason = error instanceof ApiError ? error.message : '授权未完成。'
  return { title: '授权登录失败', sentences: [reason] }
}
