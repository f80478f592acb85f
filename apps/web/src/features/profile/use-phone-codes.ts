import { useState } from 'react'
import * as z from 'zod/mini'
import { codes } from '@qingzhou/contract/codes'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { ApiError } from '#platform/api/api-error.ts'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { useForm } from '#shared/forms/form.ts'
import { useSecondsUntil } from '#shared/pages/timers.ts'
import { isCodeRefused } from '#shared/sign-in/code-step.tsx'
import { profile } from './queries.ts'

const NAME = 'phone-change'

const shape = z.object({
  changeNo: z.string(),
  mobile: z.string(),
  way: z.enum(['bothPhones', 'identity']),
  maskedOld: z.string(),
  maskedNew: z.string(),
  /** When codes may be sent again, by this phone's clock. */
  resendAt: z.number(),
  /** The progress of the change without the old phone; the server decides. */
  proven: z.enum(['nothing', 'person', 'review', 'face']),
})

/** A change in progress, stored for reloads and the channel's page. */
export type PhoneChange = z.output<typeof shape>

export function pendingPhoneChange(): PhoneChange | undefined {
  const stored = shape.safeParse(storedDraft(NAME))
  return stored.success ? stored.data : undefined
}

export function storePhoneChange(change: PhoneChange): void {
  saveDraft(NAME, change)
}

export function clearPhoneChange(): void {
  clearDraft(NAME)
}

/** Starts or continues a change and sends its codes. */
export async function beginPhoneChange(
  request: Pick<PhoneChange, 'mobile' | 'way'> & { readonly changeNo?: string },
): Promise<PhoneChange> {
  const {
    waitSeconds,
    proven = 'nothing',
    ...told
  } = await profile.startPhoneChange(request, { quiet: true })
  const { mobile, way } = request
  const resendAt = Date.now() + waitSeconds * 1000
  const change = { ...told, mobile, way, resendAt, proven }
  storePhoneChange(change)
  return change
}

export interface VerificationProps {
  change: PhoneChange
  onChange: (change: PhoneChange) => void
  onDone: (maskedPhone: string) => void
  /** Called when the change cannot be completed any more. */
  onLapsed: () => void
}

/** The codes of a change: sending, verification and completion. */
export function usePhoneCodes({ change, onChange, onDone, onLapsed }: VerificationProps) {
  const [problem, setProblem] = useState<string>()
  // The time is stored with the change, so it survives a reload.
  const secondsLeft = useSecondsUntil(change.resendAt)
  const form = useForm({
    draft: 'phone-codes',
    initial: { oldCode: '', newCode: '' },
    rules: { oldCode: smsCode, newCode: smsCode },
    notPersisted: ['oldCode', 'newCode'],
  })

  async function attempt(work: () => Promise<void>) {
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === codes.pageDataMissing) onLapsed()
      else setProblem(error.message)
    }
  }

  /** Sends the codes; a recent code is not sent again. */
  async function begin(way: PhoneChange['way']) {
    await attempt(async () => {
      const { changeNo, mobile } = change
      onChange(await beginPhoneChange({ changeNo, mobile, way }))
    })
  }

  async function confirm(...names: ('oldCode' | 'newCode')[]) {
    if (!form.check(...names)) return
    await attempt(async () => {
      const { newCode, oldCode } = form.values
      const input = { changeNo: change.changeNo, newCode, ...(oldCode !== '' && { oldCode }) }
      try {
        const { maskedPhone } = await profile.confirmPhoneChange(input, { quiet: true })
        onDone(maskedPhone)
      } catch (error) {
        // Of two codes, the answer does not say which one is wrong.
        if (names.length > 1 || !isCodeRefused(error)) throw error
        form.failCode('newCode', error.message)
      }
    })
  }

  return { form, problem, secondsLeft, begin, confirm }
}
