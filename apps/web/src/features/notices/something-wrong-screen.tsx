import { Button } from '@qingzhou/ui/button'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back, go, linkQuery } from '#platform/navigation.ts'
import { forgetSession, signedIn } from '#platform/session.ts'
import { Sentences } from '#shared/sentences.tsx'
import { CallUs } from '#shared/call-us.tsx'
import { reasonOf, wordsOf } from './failure-reasons.tsx'
import { OpenOnPhone } from './open-on-phone.tsx'

export default function SomethingWrongScreen() {
  const { reason, requestId } = linkQuery()
  const { drawing, title, sentences } = wordsOf(reasonOf(reason), { isSignedIn: signedIn() })
  const isComputer = reasonOf(reason) === 'notMobile'

  return (
    <Screen title={routes.notices.somethingWrong.title}>
      <Result
        drawing={drawing}
        title={title}
        sentence={<Sentences of={sentences} />}
        actions={isComputer ? undefined : <WaysOn />}
      >
        {isComputer && <OpenOnPhone />}
      </Result>
      <CallUs />
      {requestId !== undefined && (
        <p className="caption ink-3 centre tabular">问题编号 {requestId.slice(0, 64)}</p>
      )}
    </Screen>
  )
}

function WaysOn() {
  return (
    <>
      <Button onPress={tryAgain}>再试一次</Button>
      {signedIn() ? (
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

/** The page before is the one that failed; without one there is only the start. */
async function tryAgain() {
  if (window.history.length > 1) back()
  else await goHome()
}

async function goHome() {
  await go(routes.onboarding.landing, { replace: true })
}

async function signInAnew() {
  forgetSession()
  await goHome()
}
