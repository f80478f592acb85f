import type { CSSProperties, RefObject } from 'react'
import { unreachable } from '@qingzhou/domain/assert'
import type { CameraTrouble } from './camera.ts'
import type { Shot, Guidance } from './signs.ts'
import type { Progress } from './take-frames.ts'

export type Video = RefObject<HTMLVideoElement | null>

type OnCamera = Extract<Stage, { name: 'asking' | 'loading' | 'watching' | 'counting' }>

/**
 * All stages with the camera share this element, so that the video element is kept: the instruction
 * above it, the remaining actions below.
 */
export function FaceStage({ stage, video }: { stage: OnCamera; video: Video }) {
  const { sentence, note, share } = stageText(stage)
  return (
    <section className="face-stage" data-face-action={actionAt(stage)}>
      <div className="stack stack-1">
        {/* A live region: a user who turns the head does not see the screen. */}
        <p className="heading centre balance" role="status">
          {sentence}
        </p>
        <p className="small ink-2 centre balance tabular">{note}</p>
      </div>
      <FaceView video={video} share={share} />
      {stage.name === 'counting' && <Countdown seconds={stage.seconds} />}
      {stage.name === 'loading' && <Loaded share={stage.share} />}
    </section>
  )
}

/** The current action, read by the simulated camera. */
function actionAt(stage: OnCamera): string | undefined {
  if (!('progress' in stage)) return undefined
  return stage.progress.isReady ? stage.progress.shot : 'front'
}

type Words = { readonly sentence: string; readonly note: string; readonly share: number }

function stageText(stage: OnCamera): Words {
  switch (stage.name) {
    case 'asking':
      return { sentence: '请允许使用摄像头', note: '浏览器会弹出询问，请选择“允许”', share: 0 }
    case 'loading':
      return { sentence: '正在准备核验', note: '首次使用约需 6 MB 流量，之后不再下载', share: 0 }
    case 'watching':
    case 'counting': {
      const { taken, total } = stage.progress
      const step = Math.min(taken + 1, total)
      return {
        sentence: sentenceOf(stage.progress),
        note: `第 ${step} 步，共 ${total} 步`,
        share: taken / total,
      }
    }
    default:
      return unreachable(stage)
  }
}

function sentenceOf({ shot, guidance, isReady }: Progress): string {
  if (guidance) return guide[guidance]
  return isReady ? askFor[shot] : BACK_TO_FRONT
}

function Countdown({ seconds }: { seconds: number }) {
  return (
    <p className="face-count" role="timer" aria-label={`${seconds} 秒后拍摄`}>
      {seconds}
    </p>
  )
}

type Share = CSSProperties & Record<'--share', string>

/** The first load is some megabytes, so the progress is shown. */
function Loaded({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const filled: Share = { '--share': String(share) }
  return (
    <div className="row">
      <div
        className="face-bar grow"
        style={filled}
        role="progressbar"
        aria-label="准备进度"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      />
      <span className="small ink-2 tabular">{percent}%</span>
    </div>
  )
}

/** The instruction of each action. Left and right are the user's own, as in a mirror. */
const askFor: Readonly<Record<Shot, string>> = {
  front: '请正对镜头，保持不动',
  blink: '请闭上眼睛，稍停再睁开',
  turnLeft: '请慢慢向左转头',
  turnRight: '请慢慢向右转头',
  openMouth: '请张大嘴巴',
}

const guide: Readonly<Record<Guidance, string>> = {
  noFace: '请把脸放进框里',
  manyFaces: '请只保留您一人在画面中',
  tooDark: '光线太暗，请到明亮处',
  tooFar: '请靠近一点',
  tooNear: '请离远一点',
  offCentre: '请把脸移到框中间',
}

const BACK_TO_FRONT = '请回到正面'

/** The mirrored camera image in an oval with a progress ring. */
function FaceView({ video, share }: { video: RefObject<HTMLVideoElement | null>; share: number }) {
  const filled: Share = { '--share': String(share) }
  return (
    <div className="face-view">
      <video ref={video} className="face-video" muted playsInline aria-label="摄像头画面" />
      <svg className="face-oval" viewBox="0 0 300 360" aria-hidden="true" style={filled}>
        <path className="face-shade" d={`M0 0h300v360H0z${OVAL}`} />
        <path className="face-line" d={OVAL} />
        {share > 0 && <path className="face-filled" d={OVAL} pathLength={1} />}
      </svg>
    </div>
  )
}

const OVAL = 'M150 28c66 0 104 58 104 142 0 92-50 162-104 162S46 262 46 170C46 86 84 28 150 28z'

/** The stage of a face check, as shown to the user. */
export type Stage =
  | { readonly name: 'intro' }
  | { readonly name: 'asking' }
  | { readonly name: 'noCamera'; readonly trouble: CameraTrouble }
  | { readonly name: 'loading'; readonly share: number }
  | { readonly name: 'watching'; readonly progress: Progress }
  | { readonly name: 'counting'; readonly progress: Progress; readonly seconds: number }
  | { readonly name: 'sending' }
  | { readonly name: 'paused' }
  | { readonly name: 'unsent'; readonly message: string }
  | { readonly name: 'refused'; readonly message: string; readonly mayRetry: boolean }
