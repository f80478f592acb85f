import { Button } from '@qingzhou/ui/button'
import { OfflineDrawing, WaitingDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { startAuthorisation } from '#platform/authorisation.ts'
import { go } from '#platform/navigation.ts'
import { Sentences } from '#shared/sentences.tsx'
import { useReturn } from './use-return.ts'

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
              <Button onPress={() => startAuthorisation(provider)}>重新授权</Button>
              <Button kind="quiet" onPress={async () => go(routes.onboarding.landing)}>
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
