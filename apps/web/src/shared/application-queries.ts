import { creditShapes } from '@qingzhou/contract/credit'
import type { Step } from '@qingzhou/domain/credit/steps'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api.ts'
import { keepCookie } from '#platform/cookies.ts'
import { fetchDeviceKeys } from '#platform/device-keys.ts'
import { read } from '#platform/storage.ts'
import { describeTerminal } from './terminal.ts'

const { open, progress } = callsOf('credit', {
  open: creditShapes.open,
  progress: creditShapes.progress,
})

/** Opens the application, or goes on with the one there is; its number travels with later calls. */
export async function openApplication(): Promise<string> {
  const [terminal, deviceKeys] = await Promise.all([describeTerminal(), knownDeviceKeys()])
  const { applyNo } = await open(
    { ...terminal, deviceKeys, flowBranch: read('flowBranch') },
    { quiet: true },
  )
  keepCookie('applyNo', applyNo)
  return applyNo
}

/**
 * The phone's fingerprints, asked for in this very session: the server judges an application by what
 * the vendors answered in it. A phone that the vendors do not answer goes on.
 */
async function knownDeviceKeys() {
  await fetchDeviceKeys()
  return { first: read('deviceBqsId'), second: read('deviceTdId') }
}

/** Opened once for all forms of a visit; nobody waits for it. */
export function openedApplication() {
  return queryOptions({
    queryKey: ['application'],
    queryFn: async () => openApplication(),
    staleTime: Infinity,
  })
}

/** The forms of the application, in their order. */
export function progressQuery() {
  return queryOptions({
    queryKey: ['application', 'progress'],
    queryFn: async ({ signal }): Promise<readonly Step[]> => {
      const { steps } = await progress({}, { signal, quiet: true })
      return steps.map(({ step }) => step)
    },
    staleTime: Infinity,
  })
}
