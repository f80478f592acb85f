import { calls } from '@qingzhou/contract/calls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startContractServer } from '#platform/testing/contract-server.ts'
import { replaceOldBuild } from './old-build.ts'
import { routes } from './routes.ts'

let server: Awaited<ReturnType<typeof startContractServer>>
let newest = '0.2.0'
const page = document.createElement('meta')

beforeAll(async () => {
  server = await startContractServer(() => ({ fields: { app: newest, server: newest } }))
  Reflect.get(window, 'happyDOM').setURL(`${server.url}/`)
  page.name = 'qingzhou-config'
  page.content = JSON.stringify({ version: '0.10.0' })
  document.head.append(page)
})
beforeEach(() => {
  server.received.length = 0
})
afterAll(async () => {
  page.remove()
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

/** A router at a page, which tells its subscribers of a navigation. */
function routerAt(pathname: string) {
  const listeners: (() => void)[] = []
  const state = { location: { pathname }, isLoading: false }
  const router = { state, subscribe: (listener: () => void) => listeners.push(listener) }
  return {
    // Only the parts of the router that are read.
    router: router as unknown as Parameters<typeof replaceOldBuild>[0],
    go: (to: string) => {
      state.location = { pathname: to }
      for (const listener of listeners) listener()
    },
  }
}

const returnToPage = () => document.dispatchEvent(new Event('visibilitychange'))
const versionRequests = () =>
  server.received.filter(({ path }) => path === calls.system.version.path).length

it('[7.132] reloads an old build once, and not on a page with input', async () => {
  const { router, go } = routerAt('/apply/connectMsg')
  let reloads = 0
  replaceOldBuild(router, { reload: () => void (reloads += 1), intervalMs: 0 })
  returnToPage()
  await expect.poll(versionRequests).toBe(1)
  go(routes.credit.limit.path)
  expect(reloads).toBe(0)

  newest = '0.11.0'
  go('/apply/connectMsg')
  returnToPage()
  await expect.poll(versionRequests).toBe(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reloads).toBe(0)
  await expect
    .poll(() => {
      go(routes.credit.limit.path)
      return reloads
    })
    .toBe(1)
  go(routes.repayment.repayHome.path)
  expect(reloads).toBe(1)
})
