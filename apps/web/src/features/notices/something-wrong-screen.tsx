import { Button } from '@qingzhou/ui/button'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back, go, linkQuery } from '#platform/navigation.ts'
import { enterApp, forgetSession, signedIn } from '#platform/session.ts'
import { Sentences } from '#shared/sentences.tsx'
import { CallUs } from '#shared/call-us.tsx'
import { unlessTold } from '#shared/told.ts'
import { reasonOf, wordsOf, type Reason } from './failure-reasons.tsx'
import { OpenOnPhone } from './open-on-phone.tsx'

export default function SomethingWrongScreen() {
  const { reason: claimed, requestId } = linkQuery()
  const reason = reasonOf(claimed)
  const { drawing, title, sentences } = wordsOf[reason]
  const isComputer = reason === 'notMobile'

  return (
    <Screen title={routes.notices.somethingWrong.title}>
      <Result
        drawing={drawing}
        title={title}
        sentence={<Sentences of={sentences} />}
        actions={isComputer ? undefined : <WaysOn reason={reason} />}
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

function WaysOn({ reason }: { reason: Reason }) {
  // What is not there will not be there the next time either.
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

/** Whoever is signed in goes where the server says they are; to sign in again would puzzle them. */
async function goHome() {
  if (signedIn()) await enterApp().catch(unlessTold)
  else await go(routes.onboarding.landing, { replace: true })
}

async function signInAnew() {
  forgetSession()
  await goHome()
}
