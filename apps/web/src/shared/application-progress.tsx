import type { Step } from '@qingzhou/domain/credit/steps'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { useQuery } from '@tanstack/react-query'
import { openedApplication, progressQuery } from './application-queries.ts'

/** The forms a borrower goes through, by what they are called on the way. */
const names: { readonly [S in Step]?: string } = {
  identity: '身份认证',
  faceByChannel: '人脸核验',
  faceInPage: '人脸核验',
  bindCardForCredit: '添加储蓄卡',
  basicInfo: '基本信息',
  companyInfo: '单位信息',
  confirmApplication: '确认提交',
}

/** Shown until the server has told: the same in number and order, so that nothing moves. */
const usualForms: readonly Step[] = [
  'identity',
  'faceInPage',
  'bindCardForCredit',
  'basicInfo',
  'companyInfo',
  'confirmApplication',
]

export interface ApplicationProgressProps {
  /** The form on this screen. */
  at: Step
  /** In place of what comes next: 已自动保存. */
  note?: string | undefined
}

/** How far the application has come. Every form of it shows this, so it is also opened from here. */
export function ApplicationProgress({ at, note }: ApplicationProgressProps) {
  useQuery(openedApplication())
  const told = useQuery(progressQuery()).data
  const steps = told?.includes(at) ? told : usualForms
  const forms = steps.map((step) => names[step]).filter((name) => name !== undefined)
  const index = forms.indexOf(names[at] ?? '')
  const next = forms[index + 1]

  return (
    <StepProgress
      step={index + 1}
      total={forms.length}
      {...(next !== undefined && { next })}
      {...(note !== undefined && { note })}
    />
  )
}
