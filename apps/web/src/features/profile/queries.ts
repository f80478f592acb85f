import {
  type Amendment,
  type AmendmentReason,
  profileShapes,
} from '@qingzhou/contract/features/profile'
import { callsOf } from '#platform/api/api.ts'

const { startPhoneChange, confirmPhoneChange } = profileShapes

export const profile = callsOf('profile', { startPhoneChange, confirmPhoneChange })

export type { Amendment, AmendmentReason }
