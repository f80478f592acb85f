import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { unreachable } from '@qingzhou/domain/assert'
import { Result } from '@qingzhou/ui/feedback'
import { OfflineDrawing, RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { phoneSystem } from '#platform/browser/browser.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import type { NumberedStep } from '#shared/pages/numbered-steps.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import type { CameraTrouble } from './camera.ts'
import './face-check.css'
import { FaceIntro } from './face-intro.tsx'
import type { Stage, Video } from './face-stage.tsx'
import { FaceStage } from './face-stage.tsx'
import type { FaceCheckPlan } from './use-face-check.ts'
import { useFaceCheck } from './use-face-check.ts'

/** The content of each stage. */
function FaceBody({ stage, video }: { stage: Stage; video: Video }) {
  switch (stage.name) {
    case 'intro':
      return <FaceIntro />
    case 'asking':
    case 'loading':
    case 'watching':
    case 'counting':
      return <FaceStage stage={stage} video={video} />
    case 'noCamera':
      return stage.trouble === 'missing' ? null : <NoCamera trouble={stage.trouble} />
    default:
      return <OffCamera stage={stage} />
  }
}

type OffCameraStage = Extract<Stage, { name: 'sending' | 'paused' | 'unsent' | 'refused' }>

function OffCamera({ stage }: { stage: OffCameraStage }) {
  switch (stage.name) {
    case 'sending':
      return (
        <Result
          drawing={<WaitingDrawing />}
          title="正在核对"
          sentence="正在和您的身份证照片核对，请不要离开本页"
          alive="通常 10 秒内完成"
        />
      )
    case 'paused':
      return (
        <Result
          drawing={<WaitingDrawing />}
          title="核验已暂停"
          sentence="您刚才离开了本页，摄像头已关闭；这次不计入次数"
        />
      )
    case 'unsent':
      return (
        <Result
          drawing={<OfflineDrawing />}
          title="照片未上传成功"
          sentence={`${stage.message}。照片仍在，联网后可直接重新提交`}
        />
      )
    case 'refused':
      return (
        <Result drawing={<RefusedDrawing />} title="暂时无法核验" sentence={stage.message}>
          <ServiceContact />
        </Result>
      )
    default:
      return unreachable(stage)
  }
}

/** Explains why the camera is unavailable and what the user can do. */
function NoCamera({ trouble }: { trouble: Exclude<CameraTrouble, 'missing'> }) {
  if (trouble === 'busy') {
    return (
      <Result
        drawing={<OfflineDrawing />}
        title="摄像头正被占用"
        sentence="请关闭其他正在使用摄像头的应用，再试一次"
      />
    )
  }
  return (
    <Result
      drawing={<OfflineDrawing />}
      title="未开启摄像头权限"
      sentence="核验需要用到摄像头，请按下面的步骤打开"
    >
      <div className="card">
        <NumberedSteps label="打开摄像头权限" steps={stepsOn[phoneSystem()]} />
      </div>
    </Result>
  )
}

const LAST = { title: '回到本页，点“重新打开摄像头”' }

const stepsOn: Readonly<Record<ReturnType<typeof phoneSystem>, readonly NumberedStep[]>> = {
  ios: [
    { title: '打开手机“设置”', note: '找到您正在用的浏览器或应用' },
    { title: '允许使用“相机”' },
    LAST,
  ],
  android: [
    { title: '打开手机“设置”中的“应用”', note: '找到您正在用的浏览器或应用' },
    { title: '在“权限”里允许使用“相机”' },
    LAST,
  ],
  other: [{ title: '在浏览器的网站设置里允许本页使用摄像头' }, LAST],
}

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
