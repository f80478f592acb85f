import { queryOptions, useQuery } from '@tanstack/react-query'
import { creditShapes } from '@qingzhou/contract/features/credit'
import type { Step } from '@qingzhou/domain/credit/steps'
import { StepProgress } from '@qingzhou/ui/feedback'
import { callsOf } from '#platform/api/api.ts'
import { storeCookie } from '#platform/browser/cookies.ts'
import type { Place } from '#platform/browser/geolocation.ts'
import { read } from '#platform/browser/storage.ts'
import { bindFlowBranch } from '#platform/navigation/flow-branch.ts'
import { ensureDeviceKeys, storedKeys } from '#platform/session/device-keys.ts'
import { describeTerminal } from '#shared/sign-in/terminal.ts'

/** The forms of the application with their display names. */
const names: { readonly [S in Step]?: string } = {
  identity: '身份认证',
  faceByChannel: '人脸核验',
  faceInPage: '人脸核验',
  bindCardForCredit: '添加储蓄卡',
  basicInfo: '基本信息',
  companyInfo: '单位信息',
  confirmApplication: '确认提交',
}

/** Shown until the server answers: the same number and order, so that nothing moves. */
const usualForms: readonly Step[] = [
  'identity',
  'faceInPage',
  'bindCardForCredit',
  'basicInfo',
  'companyInfo',
  'confirmApplication',
]

interface ApplicationProgressProps {
  /** The current form. */
  at: Step
  /** Replaces the next form's name: 已自动保存. */
  note?: string | undefined
}

/**
 * The progress of the application. Every form shows it, so it also opens the application. Nothing
 * where the form is no part of one.
 */
export function ApplicationProgress({ at, note }: ApplicationProgressProps) {
  useQuery(openedApplication())
  const told = useQuery(progressQuery()).data
  // The face check that returns an account.
  const isFace = at === 'faceInPage' || at === 'faceByChannel'
  if (isFace && told?.length === 0) return null
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

const { open, progress } = callsOf('credit', {
  open: creditShapes.open,
  progress: creditShapes.progress,
})

/** Opens an application or continues the existing one; later calls carry its number. */
export async function openApplication(place?: Place): Promise<string> {
  const [terminal, deviceKeys] = await Promise.all([describeTerminal(place), knownDeviceKeys()])
  const { applyNo } = await open(
    { ...terminal, deviceKeys, flowBranch: read('flowBranch') },
    { quiet: true },
  )
  storeCookie('applyNo', applyNo)
  bindFlowBranch(applyNo)
  return applyNo
}

/**
 * The device keys of this session: the server assesses an application by the vendors' answers. A
 * phone without keys may continue.
 */
async function knownDeviceKeys() {
  await ensureDeviceKeys()
  return storedKeys()
}

/** Opened once per visit, in the background. */
function openedApplication() {
  return queryOptions({
    queryKey: ['application'],
    queryFn: async () => openApplication(),
    staleTime: Infinity,
  })
}

/** Query of the forms of the application, in order. */
function progressQuery() {
  return queryOptions({
    queryKey: ['application', 'progress'],
    queryFn: async ({ signal }): Promise<readonly Step[]> => {
      const { steps } = await progress({}, { signal, quiet: true })
      return steps.map(({ step }) => step)
    },
    staleTime: Infinity,
  })
}
