import { securityShapes } from '@qingzhou/contract/security'
import { callsOf } from '#platform/api.ts'

/** Signing out is offered on pages of several features. */
export const security = callsOf('security', securityShapes)
