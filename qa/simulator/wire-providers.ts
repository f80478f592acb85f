import { setImmediate as turn } from 'node:timers/promises'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { BindCard } from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import { decideOn } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { AppPayments } from '@qingzhou/providers/app-payment/port'
import type { Providers } from '@qingzhou/providers/providers'
import { wireNoOf } from '@qingzhou/providers/wire-order'
import type { OwnClock, TestProduct } from '@qingzhou/server/testing/product.ts'
import type { Chance } from './chance.ts'
import type { SimulationClock } from './clock.ts'
import {
  createOrderChances,
  LOST_ANSWER_SHARE,
  LOST_CALL_SHARE,
  SLOW_SHARE,
  type Outside,
} from './outside.ts'

/** The adapters of a lender, all on the gateways that the sandbox has of their vendors. */
const settings = {
  WALLET: 'alipay',
  MESSENGER: 'wechat',
  BANK: 'unionpay',
  SMS: 'aliyun',
  IDENTITY: 'aliyun',
}

type FaultPlan = NonNullable<OwnClock['faultPlan']>
type Behaviour = ReturnType<FaultPlan['ofOrder']>

const SILENT_SHARE = 0.1
const TWICE_SHARE = 0.1
const OUT_OF_ORDER_SHARE = 0.05
/** A slow order ends between two steps of the clock: within the minute, or hours later. */
const SLOW_MS = [30_000, 5.5 * 3_600_000, 11.5 * 3_600_000]
/** Notices that are sent at the same time. */
const NOTICES = 4

type State = Pick<Outside, 'emptyCards' | 'closedCards' | 'isUnavailable' | 'isFaultless'>
type Orders = ReturnType<typeof createOrders>
type Parts = {
  readonly product: TestProduct
  readonly clock: SimulationClock
  readonly state: State
  readonly orders: Orders
}

/**
 * The providers behind the product's own adapters: each call and each notice is signed and goes over
 * HTTP to the sandbox and back, which also causes the faults.
 */
export function createWire(chance: Chance, clock: SimulationClock) {
  const cards = { emptyCards: new Set<string>(), closedCards: new Set<string>() }
  const state = { ...cards, isUnavailable: false, isFaultless: false }
  const today = () => dayInShanghai(new Date(clock.now()))
  const orders = createOrders(createOrderChances(chance, today), state)
  return {
    settings,
    faultPlan: orders.faultPlan,
    open: (product: TestProduct): Promise<Outside> => open({ product, clock, state, orders }),
  }
}

/** As with the simulated providers, each order has its own random sequence. */
function createOrders(chances: ReturnType<typeof createOrderChances>, state: State) {
  const behaviours = new Map<string, Behaviour>()
  const faultPlan: FaultPlan = {
    ofOrder: (_, orderNo) => ({ ...behaviours.get(orderNo), down: state.isUnavailable }),
    ofRequest(provider, orderNo) {
      if (state.isUnavailable && failing.has(provider)) return { down: true }
      if (state.isFaultless || !behaviours.has(orderNo)) return {}
      const own = chances.chanceOf(orderNo)
      if (own.happens(LOST_CALL_SHARE)) return { down: true }
      return own.happens(LOST_ANSWER_SHARE) ? { cutAfter: true } : {}
    },
  }
  return {
    faultPlan,
    chanceOf: chances.chanceOf,
    /** The behaviour of an order is drawn at its first call. */
    meet(orderNo: string, what: string, { isDeclined = false } = {}): void {
      if (behaviours.has(orderNo)) return
      const own = chances.meet(orderNo, what)
      const drawn = {
        settleMs: own.happens(SLOW_SHARE) ? own.pick(SLOW_MS) : 0,
        silent: own.happens(SILENT_SHARE),
        duplicate: own.happens(TWICE_SHARE),
        reorder: own.happens(OUT_OF_ORDER_SHARE),
      }
      behaviours.set(orderNo, { ...(!state.isFaultless && drawn), decline: isDeclined })
    },
  }
}

async function open(parts: Parts): Promise<Outside> {
  const { product, clock, state, orders } = parts
  const { sandbox, services } = product
  await product.listen()
  const control = controlOf(sandbox.url)
  for (const provider of failing) await control.post('/faults', { provider, settleMs: 0 })
  const seen = { messages: { sent: 0 }, transfers: new Set<string>(), pages: new Map() }
  return Object.assign(state, {
    ordered: () => seen.transfers.size,
    moved: () => readMoved(control),
    messages: seen.messages,
    lastText: control.lastText,
    payMethods: ['card', 'wallet', 'messenger'] as const,
    offers: await services.providers.mall.offers(),
    bindCard: createBinding(product, control),
    async decide(orderNo: string, result: 'done' | 'declined') {
      const page = seen.pages.get(wireNoOf(orderNo)) ?? ''
      const url = new URL(page.replace(/^\/sandbox/, ''), sandbox.url)
      const { host } = new URL(services.publicOrigin)
      const status = await decideOn(url, result === 'done' ? 'pay' : 'cancel', host)
      if (status !== 303) throw new Error(`payment page of ${orderNo}: status ${status}`)
    },
    changeMind: (orderNo: string) =>
      control.post('/bank/change-of-mind', { orderNo: wireNoOf(orderNo) }),
    takeBack: (orderNo: string) => control.post('/bank/reversal', { orderNo: wireNoOf(orderNo) }),
    // The pages close by themselves.
    closePages: async () => {},
    advance: () => moveGoods(control, orders.chanceOf),
    async notify() {
      const due = clock.due()
      for (let at = 0; at < due.length; at += NOTICES) {
        for (const send of due.slice(at, at + NOTICES)) send()
        await turn()
        await sandbox.sent()
      }
      return due.length > 0
    },
    over: (providers: Providers) => recordCalls(providers, parts, seen),
  })
}

type SeenCalls = {
  readonly messages: { sent: number }
  /** The wire numbers of the orders. */
  readonly transfers: Set<string>
  /** The payment pages, by wire number. */
  readonly pages: Map<string, string>
}

/** The adapters, with the behaviour of each order drawn before its first call. */
function recordCalls(providers: Providers, { state, orders }: Parts, seen: SeenCalls): Providers {
  const { bank, wallet, messenger, mall, sms } = providers
  const opening =
    (app: AppPayments, name: string): AppPayments['startPayment'] =>
    async (order) => {
      orders.meet(order.wireNo, `${name} ${order.amount}`)
      seen.transfers.add(order.wireNo)
      const started = await app.startPayment(order)
      seen.pages.set(order.wireNo, started.url)
      return started
    }
  return {
    ...providers,
    bank: {
      ...bank,
      transfer(order) {
        const { wireNo, kind, amount, cardToken } = order
        const refusing = {
          debit: state.emptyCards,
          refund: state.closedCards,
          disbursement: undefined,
        }
        const isDeclined = refusing[kind]?.has(cardToken) ?? false
        orders.meet(wireNo, `${kind} ${amount}`, { isDeclined })
        seen.transfers.add(wireNo)
        return bank.transfer(order)
      },
    },
    wallet: { ...wallet, startPayment: opening(wallet, 'wallet') },
    messenger: { ...messenger, startPayment: opening(messenger, 'messenger') },
    mall: {
      ...mall,
      order(order) {
        orders.meet(order.orderNo, `goods ${order.price}`)
        return mall.order(order)
      },
    },
    sms: {
      ...sms,
      async send(message) {
        await sms.send(message)
        seen.messages.sent += 1
      },
    },
  }
}

/** The providers that are unavailable at times. */
const failing = new Set<string>(['bank', 'wallet', 'messenger', 'mall'])

type Control = ReturnType<typeof controlOf>

/** The routes with which the desk controls the sandbox. */
function controlOf(url: string) {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json()
  return {
    get,
    async post(path: string, content: object): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(content)
      const { ok, status } = await fetch(`${url}${path}`, { method: 'POST', headers, body })
      if (!ok) throw new Error(`sandbox ${path}: status ${status}`)
    },
    lastText: async (phone: string): Promise<string> => {
      // The sandbox routes define the shapes of these answers.
      const { messages } = (await get(`/inbox?phone=${phone}&limit=1`)) as {
        messages: { text: string }[]
      }
      return messages[0]?.text ?? ''
    },
  }
}

async function readMoved({ get }: Control): Promise<(readonly [string, Money])[]> {
  type Row = { orderNo: string; state: string; amountFen: string }
  const { transfers } = (await get('/bank/transfers')) as { transfers: Row[] }
  const { payments } = (await get('/app-payments')) as { payments: Row[] }
  return [...transfers, ...payments]
    .filter(({ state }) => state === 'done')
    .map(({ orderNo, amountFen }) => [orderNo, fen(BigInt(amountFen))] as const)
}

const nextStates = { ordered: 'sent', sent: 'delivered', returning: 'returned' } as const

/** The mall sends, delivers and takes back: each order moves on at every second step. */
async function moveGoods(control: Control, chanceOf: (orderNo: string) => Chance): Promise<void> {
  type Row = { orderNo: string; state: string }
  const { orders } = (await control.get('/mall/orders')) as { orders: Row[] }
  for (const { orderNo, state } of orders.toReversed()) {
    const as = Object.entries(nextStates).find(([from]) => from === state)?.[1]
    if (as && chanceOf(orderNo).happens(0.5)) await control.post('/mall/orders', { orderNo, as })
  }
}

/** Binds cards at the bank, with the code that it sends. */
function createBinding({ services }: TestProduct, { lastText }: Control): BindCard {
  let cards = 0
  return async ({ name, idNumber }) => {
    const { bank } = services.providers
    cards += 1
    const holder = {
      name,
      idNumber,
      cardNumber: cardNumber(cards),
      phone: `138${padNumber(cards, 8)}`,
    }
    const wireNo = crypto.randomUUID().replaceAll('-', '')
    const order = { wireNo, orderedAt: services.now(), ...holder }
    await bank.startBinding(order)
    const code = /\d{5}/.exec(await lastText(holder.phone))?.[0] ?? ''
    const bound = await bank.confirmBinding({ ...order, code })
    if (bound.state !== 'bound') throw new Error(`card of a borrower: ${bound.state}`)
    return { number: holder.cardNumber, phone: holder.phone, token: bound.cardToken }
  }
}

function padNumber(count: number, digits: number): string {
  return String(count).padStart(digits, '0')
}

/** A card number with its check digit (Luhn). */
function cardNumber(count: number): string {
  const digits = `622202${padNumber(count, 12)}`
  const total = Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, index) => {
      const weighted = index % 2 === 0 ? digit * 2 : digit
      return sum + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return `${digits}${(10 - (total % 10)) % 10}`
}
