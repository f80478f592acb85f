import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Empty, Result } from '@qingzhou/ui/feedback'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ChannelOutcome, FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { OfDraw } from '#shared/lending/open-draw.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'

const { title } = routes.identity.faceForLoan

/** The face check before a draw, if risk requires it; inside the payment app by its own service. */
export default function FaceForLoanScreen() {
  return (
    <OfDraw title={title} onBack={back} without={<NoDraw />}>
      {(drawNo) => <FaceForDraw drawNo={drawNo} />}
    </OfDraw>
  )
}

function FaceForDraw({ drawNo }: { drawNo: string }) {
  const [told, setTold] = useState(faceSessionInLink)

  if (told !== undefined) {
    return (
      <Screen title={title} onBack={back}>
        <ChannelOutcome
          purpose="loan"
          faceSessionNo={told}
          passed={<LoanFacePassed drawNo={drawNo} />}
          onRetry={() => setTold(undefined)}
        />
      </Screen>
    )
  }
  if (browserKind() === 'wallet') {
    return <FaceByChannel title={title} onBack={back} purpose="loan" businessNo={drawNo} />
  }
  return (
    <FaceCheck
      title={title}
      onBack={back}
      purpose="loan"
      businessNo={drawNo}
      onPassed={() =>
        void go(routes.loans.confirmLoan, { query: { [drawParam]: drawNo }, replace: true })
      }
      onFailed={setTold}
      onElsewhere={() => void openOtherPhone('loan', { drawNo })}
    />
  )
}

function NoDraw() {
  return (
    <Empty
      title="没有待核验的借款"
      action={<Button onPress={async () => go(routes.loans.borrow)}>去借款</Button>}
    >
      这笔借款可能已经完成或已取消
    </Empty>
  )
}

function LoanFacePassed({ drawNo }: { drawNo: string }) {
  const next = async () =>
    go(routes.loans.confirmLoan, { query: { [drawParam]: drawNo }, replace: true })

  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来用短信验证码确认这笔借款"
      actions={<Button onPress={next}>继续借款</Button>}
    />
  )
}
