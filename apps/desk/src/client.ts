import type { ProviderName } from '@qingzhou/provider-api/calls'

export type Message = {
  readonly id: string
  readonly kind: 'sms' | 'mail'
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly code?: string
  readonly attachments?: readonly Attachment[]
  readonly receivedAt: string
  /** By the business clock; not known of a message that the stream has just brought. */
  readonly shownAt?: string
}

/** An attachment of a mail. */
export type Attachment = {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
}

/** What the messaging app shows before a payment. */
export type BridgePayment = {
  readonly amountFen: string
  readonly subject: string
  readonly isOpen: boolean
}

export type Fault = {
  readonly delayMs: number
  readonly failNext: number
  readonly down: boolean
  readonly duplicate: boolean
  readonly cutAfter: boolean
  readonly decline: boolean
  readonly unsure: boolean
  readonly silent: boolean
  readonly reorder: boolean
  readonly throttle: boolean
  readonly settleMs: number | null
}

export type Faults = Readonly<Record<ProviderName, Fault>>

export type SignInLink = {
  readonly url: string
  readonly linkToken: string
  readonly expiresAt: string
}

/** The lender's books of a person; amounts are yuan with two decimals. */
export type Books = {
  /** For the lender's commands. */
  readonly customerNo?: string
  readonly limit: {
    readonly granted: string
    readonly used: string
    readonly available: string
    readonly state: 'open' | 'frozen' | 'cancelled'
  } | null
  readonly loans: readonly LoanInBooks[]
  readonly coupons: readonly {
    readonly couponNo: string
    readonly state: 'free' | 'reserved' | 'used'
  }[]
  readonly entries: readonly EntryInBooks[]
}

export type LoanInBooks = {
  readonly loanNo: string
  readonly startOn: string
  readonly amount: string
  readonly months: number
  readonly owed: string
  readonly isSettled: boolean
}

export type EntryInBooks = {
  readonly entryNo: string
  readonly on: string
  readonly loanNo: string
  readonly event: string
  readonly debit: string
  readonly credit: string
  readonly amount: string
}

/** One transfer in the bank's records. The money moves at most once, however often it is ordered. */
export type BankTransfer = {
  readonly orderNo: string
  readonly kind: 'disbursement' | 'debit' | 'refund'
  readonly cardNumber: string
  readonly timesOrdered: number
  readonly state: 'processing' | 'done' | 'declined' | 'unknown'
  readonly amountFen: string
  readonly reason?: string
}

/** One order in the mall's records. */
export type MallOrder = {
  readonly orderNo: string
  readonly name: string
  readonly priceFen: string
  readonly state: 'ordered' | 'sent' | 'delivered' | 'returning' | 'returned'
  readonly reason?: string
}

export type MallMark = 'sent' | 'delivered' | 'returned'

/** The address of an attachment. */
export const attachmentUrl = ({ id }: Attachment) => `/sandbox/inbox/attachments/${id}`

export const INBOX_STREAM = '/sandbox/inbox/stream'

/** All requests of the desk: to the sandbox, and to the server's desk routes. */
export const client = {
  inbox: () => ask<{ messages: Message[] }>('/desk/api/inbox'),
  faults: () => ask<{ faults: Faults }>('/sandbox/faults'),
  changeFault: (provider: ProviderName, fault: Fault) =>
    ask<{ faults: Faults }>('/sandbox/faults', { provider, ...fault }),
  signInToApp: (app: 'wallet' | 'messenger', openId: string) =>
    ask<unknown>('/sandbox/app-users', { app, openId }),
  bridgePayment: (order: object) => ask<BridgePayment>('/sandbox/messenger/bridge/show', { order }),
  decideBridgePayment: (order: object, decision: 'pay' | 'cancel') =>
    ask<{ err_msg: string }>('/sandbox/messenger/bridge/decide', { order, decision }),
  clearInbox: () => ask<unknown>('/sandbox/inbox/clear', {}),
  people: () => ask<{ people: { phone: string; isCustomer: boolean }[] }>('/desk/api/people'),
  makeLink: (wanted: { phone: string; channel: string; path: string }) =>
    ask<SignInLink>('/desk/api/sign-in-links', wanted),
  prepare: (phone: string) => ask<{ step: string }>('/desk/api/prepare', { phone }),
  preparation: (phone: string) =>
    ask<{ step?: string }>(`/desk/api/prepare?${new URLSearchParams({ phone }).toString()}`),
  expireLink: (linkToken: string) => ask<unknown>('/desk/api/expired-links', { linkToken }),
  notice: () => ask<{ message?: string; isClosing?: boolean }>('/desk/api/notice'),
  proclaim: (message: string | undefined, isClosing: boolean) =>
    ask<unknown>(
      '/desk/api/notice',
      message === undefined ? {} : { message, closes: isClosing ? 'Y' : 'N' },
    ),
  books: (phone: string) =>
    ask<Books>(`/desk/api/ledger?${new URLSearchParams({ phone }).toString()}`),
  bankTransfers: () => ask<{ transfers: BankTransfer[] }>('/sandbox/bank/transfers'),
  mallOrders: () => ask<{ orders: MallOrder[] }>('/sandbox/mall/orders'),
  markMallOrder: (orderNo: string, as: MallMark) =>
    ask<unknown>('/sandbox/mall/orders', { orderNo, as }),
  businessDate: () => ask<{ businessDate: string }>('/desk/api/business-date'),
  moveBusinessDate: (days: number) =>
    ask<{ businessDate: string; failures: number }>('/desk/api/business-date', { days }),
}

/** Only a refusal has the server's envelope. */
type Refusable = { readonly statusInfo?: { readonly message: string } }

async function ask<Answer>(path: string, content?: object): Promise<Answer> {
  const response = await fetch(path, content && postInit(content))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  // Server, sandbox and desk are one release, so the response has the shape named by the caller.
  const answer = (isJson ? JSON.parse(text) : {}) as Answer & Refusable
  if (answer.statusInfo) throw new Error(answer.statusInfo.message)
  if (!response.ok) throw new Error(`操作失败：${path} 应答 ${response.status}`)
  return answer
}

function postInit(content: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify(content),
  }
}

/** Converts fen, as providers send them, to yuan. */
export function yuanOf(fen: string): string {
  const digits = fen.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
