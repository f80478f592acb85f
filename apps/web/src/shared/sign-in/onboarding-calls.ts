import { onboardingShapes } from '@qingzhou/contract/onboarding'
import { callsOf } from '#platform/api/api.ts'

/** Signing in happens on pages of many features, so its calls are shared by them. */
export const onboarding = callsOf('onboarding', onboardingShapes)
