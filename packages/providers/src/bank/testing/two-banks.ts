import { dayInShanghai } from '@qingzhou/platform/clock'
import { createSettings } from '@qingzhou/platform/config/settings'
import { unionPayOf } from '@qingzhou/platform/config/adapters/unionpay-settings'
import { createLog } from '@qingzhou/platform/log'
import { createProviders, type Providers } from '#providers.ts'
import {
  SANDBOX_SECRET,
  startUnionPaySandbox,
  type UnionPaySandbox,
} from '#unionpay/testing/unionpay-sandbox.ts'
import type { Bank, CardHolder } from '#bank/port.ts'
import type { BankRoute } from '#bank/routed-bank.ts'

export const routeNames = ['unionpay', 'gateway'] as const
export type RouteName = (typeof routeNames)[number]

/** Shorter than the delay of a slow bank in these tests. */
const TIMEOUT_MS = 200
const USUAL_TIMEOUT_MS = 20_000
export const SLOW_MS = 600

export type TestRoute = BankRoute & {
  readonly name: RouteName
  readonly sandbox: UnionPaySandbox
  /** The same bank, with less patience. */
  readonly hasty: Bank
}

export type TwoBanks = Awaited<ReturnType<typeof startTwoBanks>>

/** Two banks with books of their own, on one clock: each is a sandbox. */
export async function startTwoBanks() {
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const now = () => new Date(nowMs())
  const open = async (name: RouteName): Promise<TestRoute> => {
    const sandbox = await startUnionPaySandbox(nowMs)
    const bank = await connectBank(sandbox, { name, now, timeoutMs: USUAL_TIMEOUT_MS })
    const hasty = await connectBank(sandbox, { name, now, timeoutMs: TIMEOUT_MS })
    return { name, sandbox, bank, hasty }
  }
  const routes = { unionpay: await open('unionpay'), gateway: await open('gateway') }
  return {
    routes,
    now,
    today: () => dayInShanghai(now()),
    advance: (seconds: number) => void (offsetMs += seconds * 1_000),
    /** The transfers that moved money, in the books of both. */
    async paid(wireNo: string): Promise<RouteName[]> {
      const found = await Promise.all(
        routeNames.map(async (name) => {
          const { url } = routes[name].sandbox
          const response = await fetch(`${url}/bank/transfers?orderNo=${wireNo}`)
          // The sandbox's own response shape.
          const { transfers } = (await response.json()) as { transfers: { state: string }[] }
          return transfers.filter(({ state }) => state === 'done').map(() => name)
        }),
      )
      return found.flat()
    },
    async stop() {
      for (const name of routeNames) await routes[name].sandbox.stop()
    },
  }
}

type Access = {
  readonly name: RouteName
  readonly now: () => Date
  readonly timeoutMs: number
}

/** A bank that a sandbox is, by one of its two protocols. */
export async function connectBank(sandbox: UnionPaySandbox, access: Access): Promise<Bank> {
  return (await providersOf(sandbox, access)).bank
}

/** The providers of a sandbox, of which the bank is spoken to by one of its two protocols. */
export function providersOf(
  sandbox: Pick<UnionPaySandbox, 'url' | 'settings'>,
  { name, now, timeoutMs }: Access,
): Promise<Providers> {
  return createProviders({
    url: sandbox.url,
    secret: SANDBOX_SECRET,
    consentUrl: sandbox.url,
    timeoutsMs: { bank: timeoutMs },
    outagesMax: 1_000_000,
    now,
    // Nothing listens there: the state is asked for.
    ownOrigin: () => 'http://127.0.0.1:0',
    log: createLog({ level: 'silent' }),
    adapters: {
      sms: 'gateway',
      mail: 'gateway',
      ip: 'gateway',
      wallet: 'gateway',
      identity: 'gateway',
      bank:
        name === 'unionpay' ? unionPayOf(createSettings(sandbox.settings), 'sandbox') : 'gateway',
    },
  })
}

/** A card that both banks know, and its token at each. */
export async function cardAtBoth({ routes, now, advance }: TwoBanks) {
  const holder = {
    name: '王小明',
    idNumber: '11010519491231002X',
    cardNumber: '6222021234567890128',
    phone: '13912345678',
  }
  const tokens: Partial<Record<RouteName, string>> = {}
  for (const name of routeNames) {
    tokens[name] = await bindTestCard(routes[name], holder, { now, advance })
  }
  const tokenAt = (name: RouteName) => tokens[name] ?? ''
  const behave = (name: RouteName, conduct: string) =>
    routes[name].sandbox.post('/bank/conduct', { cardNumber: holder.cardNumber, conduct })
  return { holder, tokenAt, behave }
}

type Clock = { readonly now: () => Date; readonly advance: (seconds: number) => void }

/** Binds a card at a bank, and returns its token there. */
export async function bindTestCard(
  { bank, sandbox }: Pick<TestRoute, 'bank' | 'sandbox'>,
  holder: CardHolder,
  { now, advance }: Clock,
): Promise<string> {
  const { cardNumber = '' } = holder
  const wireNo = crypto.randomUUID().replaceAll('-', '')
  const order = { wireNo, orderedAt: now(), ...holder, cardNumber }
  await bank.startBinding(order)
  await bank.confirmBinding({ ...order, code: await sandbox.codeFor(holder.phone) })
  advance(3)
  const answer = await bank.binding(order)
  if (answer.state !== 'bound') throw new Error(`binding ${answer.state}`)
  return answer.cardToken
}
