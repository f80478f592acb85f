import * as z from 'zod/mini'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
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
  proven: z.enum(['nothing', 'person', 'face']),
})

/** A change in progress, stored for reloads and the channel's page. */
export type PhoneChange = z.output<typeof shape>

export function pendingPhoneChange(): PhoneChange | undefined {
  const kept = shape.safeParse(storedDraft(NAME))
  return kept.success ? kept.data : undefined
}

export function storePhoneChange(change: PhoneChange): void {
  saveDraft(NAME, change)
}

export function clearPhoneChange(): void {
  clearDraft(NAME)
}

/** Starts or continues a change and sends its codes. */
export async function beginPhoneChange(
  asked: Pick<PhoneChange, 'mobile' | 'way'> & { readonly changeNo?: string },
  proven: PhoneChange['proven'] = 'nothing',
): Promise<PhoneChange> {
  const { waitSeconds, ...told } = await profile.startPhoneChange(asked, { quiet: true })
  const { mobile, way } = asked
  const resendAt = Date.now() + waitSeconds * 1000
  const change = { ...told, mobile, way, resendAt, proven }
  storePhoneChange(change)
  return change
}
