import { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { callsOf } from '#platform/client.ts'

export const proposals = callsOf('console-proposals', consoleProposalsShapes)
