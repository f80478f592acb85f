import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { FaceBody } from './face-body.tsx'
import './face-check.css'
import { type FaceCheckPlan, useFaceCheck } from './use-face-check.ts'

interface FaceCheckProps extends FaceCheckPlan {
  title: string
  /** Between the bar and the page, e.g. the progress of an application. */
  top?: ReactNode
  onBack: () => void
}

/** A complete face check in the page: camera, actions, upload. The caller handles the result. */
export function FaceCheck({ title, top, onBack, ...plan }: FaceCheckProps) {
  const check = useFaceCheck(plan)
  const { name } = check.stage

  return (
    <Screen
      title={title}
      onBack={onBack}
      top={name === 'intro' && top}
      footer={<FaceActions check={check} onElsewhere={plan.onElsewhere} />}
    >
      <FaceBody stage={check.stage} video={check.video} />
    </Screen>
  )
}

type Check = ReturnType<typeof useFaceCheck>

/** The buttons of each stage. */
function FaceActions({ check, onElsewhere }: { check: Check; onElsewhere: () => void }) {
  const { stage, start, sendAgain, cancel } = check
  // The button does not show a busy state: the progress is shown instead.
  const begin = () => void start()
  const elsewhere = (
    <Button kind="quiet" onPress={onElsewhere}>
      换一种方式
    </Button>
  )
  const labels = { intro: '开始核验', noCamera: '重新打开摄像头', paused: '继续核验' } as const
  switch (stage.name) {
    case 'intro':
    case 'noCamera':
    case 'paused':
      return (
        <>
          <Button onPress={begin}>{labels[stage.name]}</Button>
          {elsewhere}
        </>
      )
    case 'asking':
      return elsewhere
    case 'unsent':
      return (
        <>
          <Button onPress={sendAgain}>重新提交</Button>
          <Button kind="quiet" onPress={begin}>
            重新拍摄
          </Button>
        </>
      )
    case 'refused':
      return stage.mayRetry ? <Button onPress={begin}>再试一次</Button> : elsewhere
    case 'sending':
      return null
    default:
      return (
        <>
          {stage.name !== 'counting' && <CountdownInstead check={check} />}
          <Button kind="quiet" onPress={cancel}>
            取消
          </Button>
        </>
      )
  }
}

const SLOW_LOADING_MS = 8000

const SLOW_WATCHING_MS = 15_000

/** Offered after a long wait; every taken frame restarts the wait. */
function CountdownInstead({ check }: { check: Check }) {
  const { stage, takeByCountdown } = check
  const taken = stage.name === 'watching' ? stage.progress.taken : 'loading'
  return (
    <Later key={taken} afterMs={taken === 'loading' ? SLOW_LOADING_MS : SLOW_WATCHING_MS}>
      <p className="small ink-2 centre">手机反应较慢？可以改为倒计时拍照，同样有效</p>
      <Button onPress={takeByCountdown}>按提示拍摄</Button>
    </Later>
  )
}

/** Shows its children after a delay. A new `key` restarts the delay. */
function Later({ afterMs, children }: { afterMs: number; children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])

  return isDue && children
}
