import { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import { callsOf } from '#platform/client.ts'

export const accessCalls = callsOf('console-access', consoleAccessShapes)
