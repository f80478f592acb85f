import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { callsOf } from '#platform/api/api.ts'

/** Several features sign in, so the calls are shared. */
export const onboarding = callsOf('onboarding', onboardingShapes)
