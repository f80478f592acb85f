import type { Attack } from './attack.ts'
import { callbackDirection } from './callback-direction.ts'
import { crossSite } from './cross-site.ts'
import { deskHost } from './desk-host.ts'
import { foreignNumbers } from './foreign-numbers.ts'
import { halfSent } from './half-sent.ts'
import { imageCode } from './image-code.ts'
import { largeBody } from './large-body.ts'
import { linkedApp } from './linked-app.ts'
import { lockOut } from './lock-out.ts'
import { logPattern } from './log-pattern.ts'
import { malformedHttp } from './malformed-http.ts'
import { missingDeviceKey } from './missing-device-key.ts'
import { oddFields } from './odd-fields.ts'
import { pathsOutside } from './paths.ts'
import { productionSettings } from './production-settings.ts'
import { sqlmap, wapiti } from './scanners.ts'
import { sealedBody } from './sealed-body.ts'
import { sessionPairs } from './session-pairs.ts'
import { smsGuessing } from './sms-guessing.ts'
import { splitDraws } from './split-draws.ts'
import { staffLog } from './staff-log.ts'
import { unmeteredCalls } from './unmetered-calls.ts'
import { withoutSession } from './without-session.ts'

/** In the order they are run: what changes little first, what loads the server last. */
export const allAttacks: readonly Attack[] = [
  productionSettings,
  deskHost,
  callbackDirection,
  crossSite,
  malformedHttp,
  pathsOutside,
  sealedBody,
  withoutSession,
  sessionPairs,
  smsGuessing,
  lockOut,
  linkedApp,
  imageCode,
  oddFields,
  foreignNumbers,
  missingDeviceKey,
  splitDraws,
  staffLog,
  logPattern,
  largeBody,
  halfSent,
  unmeteredCalls,
  sqlmap,
  wapiti,
]
