import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Pipeline } from '@qingzhou/platform/database/pipeline/sender'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { createAdmit, type Arrival } from './admission.ts'

const LIMIT = 10
const pipelines = ['on', 'off'] as const

const product = startProductForFile()

function admitAt(minutes: number, pipeline: Pipeline = 'on') {
  const { services } = product
  const now = () => new Date(services.now().getTime() + minutes * 60_000)
  return createAdmit(
    { ...services, now },
    {
      blocksPerIpAndMinute: LIMIT,
      pipeline,
    },
  )
}

function arrivalFrom(ip: string, other: Partial<Arrival> = {}): Arrival {
  return { ip, cost: 1, ciphertexts: [randomBytes(32)], sessionSecret: undefined, ...other }
}

/** Which of the requests that arrive at once are admitted. */
async function listAdmitted(
  arrivals: readonly Arrival[],
  admit = admitAt(0),
): Promise<readonly boolean[]> {
  const settled = await Promise.allSettled(arrivals.map((arrival) => admit(arrival)))
  return settled.map(({ status }) => status === 'fulfilled')
}

const times = (count: number, value: boolean) => Array.from({ length: count }, () => value)

it('counts requests that arrive at once as if they had come one after the other', async () => {
  const arrivals = [2, 3, 1, 4, 1, 1].map((cost) => arrivalFrom('203.0.113.1', { cost }))
  const other = arrivalFrom('203.0.113.2')
  expect(await listAdmitted([...arrivals, other])).toEqual([...times(4, true), false, false, true])
  expect(await listAdmitted([arrivalFrom('203.0.113.1'), other])).toEqual([false, false])
})

it.each(pipelines)('admits requests that arrive at once up to the limit: %s', async (pipeline) => {
  const ip = pipeline === 'on' ? '203.0.113.3' : '203.0.113.13'
  // More than one statement takes.
  const arrivals = Array.from({ length: 80 }, () => arrivalFrom(ip))
  const admitted = await listAdmitted(arrivals, admitAt(0, pipeline))
  expect(admitted.filter(Boolean)).toHaveLength(LIMIT)
})

it('remembers no body of a request over the limit', async () => {
  const arrivals = Array.from({ length: LIMIT + 2 }, () => arrivalFrom('203.0.113.4'))
  expect(await listAdmitted(arrivals)).toEqual([...times(LIMIT, true), false, false])
  const later = admitAt(2)
  expect(await listAdmitted(arrivals.slice(LIMIT), later)).toEqual([true, true])
  expect(await listAdmitted(arrivals.slice(0, 2), later)).toEqual([false, false])
})

it.each(pipelines)('admits one of the requests that share a ciphertext: %s', async (pipeline) => {
  const shared = randomBytes(32)
  const arrivals = ['203.0.113.5', '203.0.113.6', '203.0.113.7'].map((ip) =>
    arrivalFrom(ip, { ciphertexts: [randomBytes(32), shared] }),
  )
  expect((await listAdmitted(arrivals, admitAt(0, pipeline))).filter(Boolean)).toHaveLength(1)
})

it('admits the others when one request cannot be counted', async () => {
  const uncountable = arrivalFrom('203.0.113.8', { cost: 2 ** 40 })
  const others = ['203.0.113.9', '203.0.113.10'].map((ip) => arrivalFrom(ip))
  expect(await listAdmitted([uncountable, ...others])).toEqual([false, true, true])
})

it('gives each of the calls that arrive at once its own session', async () => {
  const clients = [product.client(), product.client(), product.client()]
  for (const client of clients.slice(1)) await signInWith(product, client, newPhone())
  const [visitor, ...customers] = await Promise.allSettled(
    clients.map((client) => client.api.onboarding.currentUser({})),
  )
  expect(visitor?.status).toBe('rejected')
  const numbers = customers.map((one) => one.status === 'fulfilled' && one.value.customerNo)
  expect(new Set(numbers).size).toBe(2)
  expect(numbers).not.toContain(false)
})
