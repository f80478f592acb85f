import type { FacePurpose } from '@qingzhou/contract/identity'
import { Button } from '@qingzhou/ui/button'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Pairs } from '@qingzhou/ui/pairs'
import { Result } from '@qingzhou/ui/result'
import { CallUs } from '#shared/call-us.tsx'
import { dayInWords } from '#shared/figures.ts'
import { Sentences } from '#shared/sentences.tsx'
import { goElsewhere } from './elsewhere.ts'
import { failureWords } from './failure-words.ts'
import type { FaceOutcome } from './face-outcome.ts'

type Failed = Extract<FaceOutcome, { outcome: 'failed' }>

export interface FaceFailureProps {
  failed: Failed
  purpose: FacePurpose
  onRetry: () => void
}

/** Why a check failed, how often it may be tried again, or when it opens again. */
export function FaceFailure({ failed, purpose, onRetry }: FaceFailureProps) {
  const { title, sentence } = failureWords[failed.reason]
  if (failed.attemptsLeft === 0) return <LockedForToday failed={failed} reason={title} />

  return (
    <Result
      drawing={<RefusedDrawing />}
      title={title}
      sentence={sentence}
      actions={
        <>
          <Button onPress={onRetry}>重新核验</Button>
          <Button kind="quiet" onPress={async () => goElsewhere(purpose)}>
            换一种方式
          </Button>
        </>
      }
    >
      <div className="card">
        <Pairs pairs={[{ label: '今天还可核验', value: `${failed.attemptsLeft} 次` }]} />
      </div>
    </Result>
  )
}

function LockedForToday({ failed, reason }: { failed: Failed; reason: string }) {
  const day = failed.opensOn ? `${dayInWords(failed.opensOn)}起` : '明天'
  return (
    <Result
      drawing={<RefusedDrawing />}
      title="今天的核验次数已用完"
      sentence={
        <Sentences of={[`最近一次：${reason}`, `您可在${day}再试，已填的资料会为您保留`]} />
      }
    >
      <CallUs>核验一直不通过？请联系客服</CallUs>
    </Result>
  )
}
