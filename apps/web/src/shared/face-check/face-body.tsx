import { unreachable } from '@qingzhou/domain/assert'
import { OfflineDrawing, RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { phoneSystem } from '#platform/browser/browser.ts'
import { ServiceContact } from '#shared/pages/customer-service.tsx'
import { type NumberedStep, NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import type { CameraTrouble } from './camera.ts'
import { FaceIntro } from './face-intro.tsx'
import { FaceStage, type Video } from './face-stage.tsx'
import type { Stage } from './stage.ts'

/** The content of each stage. */
export function FaceBody({ stage, video }: { stage: Stage; video: Video }) {
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
