import { useQuery } from '@tanstack/react-query'
import type { FaceFailure, FacePurpose } from '@qingzhou/contract/features/identity'
import { Button } from '@qingzhou/ui/inputs'
import { RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { Sentences } from '#shared/pages/phrases.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { openOtherPhone } from './other-phone.ts'
import { type FaceOutcome, faceOutcomeQuery, faceSessionInLink } from './face-outcome.ts'

type FailedCheck = Extract<FaceOutcome, { outcome: 'failed' }>

interface FaceFailureProps {
  failed: FailedCheck
  purpose: FacePurpose
  onRetry: () => void
}

/** The reason of a failure, the attempts left, or the next possible day. */
export function FaceFailureNotice({ failed, purpose, onRetry }: FaceFailureProps) {
  const { title, sentence: advice } = failureTexts[failed.reason]
  const sentence = failed.message ?? advice
  if (failed.attemptsLeft === 0) return <LockedForToday failed={failed} reason={title} />

  return (
    <Result
      drawing={<RefusedDrawing />}
      title={title}
      sentence={sentence}
      actions={
        <>
          <Button onPress={onRetry}>重新核验</Button>
          <Button kind="quiet" onPress={async () => openOtherPhone(purpose)}>
            换一种方式
          </Button>
        </>
      }
    >
      <div className="card">
        <Pairs pairs={[{ label: '今天还可核验', value: `${failed.attemptsLeft} 次` }]} />
      </div>
      <InApp />
      <OtherWay />
    </Result>
  )
}

function LockedForToday({ failed, reason }: { failed: FailedCheck; reason: string }) {
  const day = failed.opensOn ? `${formatDay(failed.opensOn)}起` : '明天'
  return (
    <Result
      drawing={<RefusedDrawing />}
      title="今天的核验次数已用完"
      sentence={
        <Sentences of={[`最近一次：${reason}`, `您可在${day}再试，已填的资料会为您保留`]} />
      }
    >
      <InApp />
      <OtherWay />
    </Result>
  )
}

/** Without a machine: two members of staff compare a photo with the card. The check is then passed. */
function OtherWay() {
  return (
    <Card title="其他核验方式" note="不使用人脸识别，由工作人员核对，不收取费用">
      <NumberedSteps label="其他核验方式" steps={otherWay} />
      <ServiceContact>致电预约</ServiceContact>
    </Card>
  )
}

const otherWay = [
  { title: '致电客服预约', note: '说明人脸核验不通过，选择视频通话或到营业场所办理' },
  { title: '出示身份证，由工作人员拍一张照片', note: '照片只用于本次核对，随办理记录加密保存' },
  { title: '两名工作人员核对照片与身份证' },
  { title: '通过后短信通知您，登录即可继续', note: '已填的资料会为您保留，无需再做人脸核验' },
]

/** The way to the app, where a check that fails in a page may pass. */
function InApp() {
  return (
    <p className="small centre">
      <a href={`#${addressOf(routes.downloads.downloadAfterFailure)}`}>
        网页中核验不了？下载应用继续
      </a>
    </p>
  )
}

/** The reason of a failure and advice for the next attempt. */
const failureTexts: Readonly<
  Record<FaceFailure, { readonly title: string; readonly sentence: string }>
> = {
  noMatch: {
    title: '与身份证照片不一致',
    sentence: '请由本人正对镜头，在光线均匀处再试；近期容貌变化较大也可能影响结果',
  },
  noFace: { title: '没有拍到清晰的人脸', sentence: '请露出整张脸，正对镜头再试一次' },
  manyFaces: { title: '画面中不止一人', sentence: '请到旁边没有他人的地方再试一次' },
  actionMissed: { title: '动作未完成', sentence: '请按提示做动作，动作幅度大一点、慢一点' },
  tooDark: { title: '光线太暗', sentence: '请到明亮的地方，避免背光，再试一次' },
  cancelled: { title: '核验未完成', sentence: '您中途取消了核验，这次不计入次数' },
  expired: { title: '核验已超时', sentence: '超过了有效时间，这次不计入次数，请重新开始' },
  refusedByReview: {
    title: '未通过人工审核',
    sentence: '请由本人正对镜头，在光线均匀处重新核验',
  },
  unavailable: { title: '核验服务繁忙', sentence: '这次不计入次数，请稍后再试' },
}

interface FaceAttemptProps {
  purpose: FacePurpose
  /** The draw of the check. */
  businessNo?: string | undefined
  onRetry: () => Promise<void>
}

/** Shows a failed check. The page may be older than the current state. */
export function FaceAttempt({ purpose, businessNo, onRetry }: FaceAttemptProps) {
  const faceSessionNo = faceSessionInLink()
  // Without its number, the open check of the application or of a draw is found by the server.
  const isKnown = faceSessionNo !== undefined || businessNo !== undefined || purpose === 'credit'
  const query = faceOutcomeQuery(faceSessionNo, purpose, businessNo)
  const outcome = useQuery({ ...query, enabled: isKnown })
  if (!isKnown) return <NotDone onRetry={onRetry} />

  return (
    <QueryState query={outcome} skeleton={<SkeletonLines count={4} />}>
      {(told) =>
        told.outcome === 'failed' ? (
          <FaceFailureNotice failed={told} purpose={purpose} onRetry={() => void onRetry()} />
        ) : told.outcome === 'review' ? (
          <WaitsForReview onRetry={onRetry} />
        ) : (
          <NotDone onRetry={onRetry} />
        )
      }
    </QueryState>
  )
}

/** Another phone has repeated the check meanwhile. */
function WaitsForReview({ onRetry }: Pick<FaceAttemptProps, 'onRetry'>) {
  return (
    <Result
      drawing={<WaitingDrawing />}
      title="人工审核中"
      sentence="工作人员正在核对照片，结果会短信通知您"
      actions={<Button onPress={onRetry}>查看进度</Button>}
    />
  )
}

function NotDone({ onRetry }: Pick<FaceAttemptProps, 'onRetry'>) {
  return (
    <Result
      drawing={<RefusedDrawing />}
      title="核验还没有完成"
      sentence="请重新开始核验，约需 20 秒"
      actions={<Button onPress={onRetry}>开始核验</Button>}
    />
  )
}
