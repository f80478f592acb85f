import { OfflineDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { phoneSystem } from '#platform/browser.ts'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import type { NumberedStep } from '#shared/numbered-steps.tsx'
import type { CameraTrouble } from './camera.ts'

/** Why there is no picture, and what the person can do about it on this very phone. */
export function NoCamera({ trouble }: { trouble: Exclude<CameraTrouble, 'missing'> }) {
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
      title="还没有摄像头权限"
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
