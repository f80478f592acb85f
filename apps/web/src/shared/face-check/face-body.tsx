import { unreachable } from '@qingzhou/domain/assert'
import { OfflineDrawing, RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { CallUs } from '#shared/call-us.tsx'
import { FaceIntro } from './face-intro.tsx'
import { FaceStage } from './face-stage.tsx'
import type { Video } from './face-stage.tsx'
import { NoCamera } from './no-camera.tsx'
import type { Stage } from './stage.ts'

/** What is seen at each stage. */
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
          title="照片还没有送达"
          sentence={`${stage.message}。照片仍在，联网后可直接重新提交`}
        />
      )
    case 'refused':
      return (
        <Result drawing={<RefusedDrawing />} title="暂时无法核验" sentence={stage.message}>
          <CallUs />
        </Result>
      )
    default:
      return unreachable(stage)
  }
}
