import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Empty, Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { GrantedDrawing, RefusedDrawing } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ChannelOutcome, FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { CancelDraw, drawQuery, OfDraw } from '#shared/lending/open-draw.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { FaceInReview } from '#shared/face-check/face-in-review.tsx'
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
  const draw = useQuery(drawQuery(drawNo))
  const confirm = () =>
    void go(routes.loans.confirmLoan, { query: { [drawParam]: drawNo }, replace: true })

  if (draw.isPending) {
    return (
      <Screen title={title} onBack={back}>
        <SkeletonLines count={4} />
      </Screen>
    )
  }
  if (draw.data?.state === 'failed') return <DrawEnded reason={draw.data.reason} />
  if (draw.data?.isFaceInReview) {
    return (
      <Screen title={title} onBack={back}>
        <FaceInReview
          purpose="loan"
          businessNo={drawNo}
          onPassed={confirm}
          onFailed={(faceSessionNo) => {
            setTold(faceSessionNo)
            void draw.refetch()
          }}
          actions={<CancelDraw draw={{ ...draw.data, drawNo }} />}
        />
      </Screen>
    )
  }
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
      onPassed={confirm}
      onFailed={setTold}
      onReview={() => void draw.refetch()}
      onElsewhere={() => void openOtherPhone('loan', { drawNo })}
    />
  )
}

/** It has lapsed or was cancelled: nothing is left to verify. */
function DrawEnded({ reason }: { reason: string | undefined }) {
  return (
    <Screen title={title} onBack={back}>
      <Result
        drawing={<RefusedDrawing />}
        title="这笔借款已结束"
        sentence={`${reason ?? '借款已取消'}。没有产生借款，额度已退回`}
        actions={<Button onPress={async () => go(routes.loans.borrow)}>重新借款</Button>}
      />
    </Screen>
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
