import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { FaceIntro } from '#shared/face-check/face-intro.tsx'
import { Problem } from '#shared/problem.tsx'
import { useChannelFace } from './use-channel-face.ts'

export function LoanFaceByChannel({ loanSeqNo }: { loanSeqNo: string }) {
  const { leave, problem } = useChannelFace({ purpose: 'loan', businessNo: loanSeqNo })

  return (
    <Screen
      title={routes.identity.faceForLoan.title}
      onBack={back}
      footer={
        <Button onPress={leave} busyLabel="正在前往">
          前往核验
        </Button>
      }
    >
      <FaceIntro by="channel" />
      <Problem of={problem} />
    </Screen>
  )
}
