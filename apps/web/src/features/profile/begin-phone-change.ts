import { profile } from './queries.ts'
import { keepPhoneChange, type PhoneChange } from './phone-change-draft.ts'

/** Begins a change, or goes on with one, and has its codes sent. */
export async function beginPhoneChange(
  asked: Pick<PhoneChange, 'mobile' | 'way'> & { readonly changeNo?: string },
  proven: PhoneChange['proven'] = 'nothing',
): Promise<PhoneChange> {
  const { waitSeconds, ...told } = await profile.startPhoneChange(asked, { quiet: true })
  const { mobile, way } = asked
  const resendAt = Date.now() + waitSeconds * 1000
  const change = { ...told, mobile, way, resendAt, proven }
  keepPhoneChange(change)
  return change
}
