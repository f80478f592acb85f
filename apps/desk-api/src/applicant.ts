import { randomUUID } from 'node:crypto'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { BasicInfo, CompanyInfo } from '@qingzhou/contract/features/profile'

/** The calls of the product, called without HTTP. */
export type Calls = Handlers<Callers>

/** A test person who applies, and the calls they use. */
export type Applicant = {
  readonly person: TestPerson
  readonly caller: SignedInCaller
  readonly calls: Calls
  readonly sandbox: SandboxClient
}

const DESK_CHANNEL = '000000000004'

/** A caller as the person's own browser would be. */
export function callerFor(customer: CustomerNo): SignedInCaller {
  return {
    requestId: `desk-${randomUUID()}`,
    ip: '127.0.0.1',
    userAgent: 'desk',
    deviceId: `desk-${customer}`,
    channel: DESK_CHANNEL,
    linkChannel: DESK_CHANNEL,
    uriId: undefined,
    subChannel: undefined,
    applyNo: undefined,
    deviceKeys: {},
    session: { id: 'desk', customer },
    readSecret: () => undefined,
    setSecretCookie: () => undefined,
  }
}

/** The device of the prepared person. */
export const fingerprint = {
  firstDeviceId: 'desk',
  secondBlackBox: 'desk',
  channel: DESK_CHANNEL,
  linkChannel: DESK_CHANNEL,
}

export const terminal = {
  terminalInfo: {
    appName: '轻舟',
    appType: 'h5',
    appVersion: 'desk',
    lang: 'CN',
    systemVersion: 'desk',
    terminalType: 'h5',
  },
  environmentInfo: { userAgentCust: 'desk' },
} as const

export const agreementsAsked = {
  prodSubNo: '103001',
  channelCode: DESK_CHANNEL,
  eventType: '0101',
  hasFund: false,
} as const

/** The pictures and messages of the test people. */
export type SandboxClient = {
  /** As base64. */
  picture(personKey: string, name: string): Promise<string>
  /** The newest code sent to a phone. */
  newestCode(phone: string): Promise<string>
  /** The newest messages to everybody. */
  inbox(): Promise<readonly InboxMessage[]>
}

/** A message in the sandbox's inbox, with other fields that are passed on. */
export type InboxMessage = { readonly code?: string; readonly receivedAt: string }

// The response shape of the sandbox's own route.
type Inbox = { readonly messages: readonly InboxMessage[] }

/** Reads pictures and messages from the sandbox. */
export function createSandboxClient(sandboxUrl: string): SandboxClient {
  async function ask(path: string): Promise<Response> {
    const answer = await fetch(`${sandboxUrl}${path}`)
    if (!answer.ok) throw new Error(`sandbox ${path}: status ${answer.status}`)
    return answer
  }

  async function messagesIn(query: string): Promise<readonly InboxMessage[]> {
    const answer = await ask(`/inbox?${query}`)
    return ((await answer.json()) as Inbox).messages
  }

  return {
    async picture(personKey, name) {
      const answer = await ask(`/people/${encodeURIComponent(personKey)}/${name}.png`)
      return Buffer.from(await answer.arrayBuffer()).toString('base64')
    },

    async newestCode(phone) {
      const messages = await messagesIn(`phone=${encodeURIComponent(phone)}&limit=5`)
      // Another message may have come after the code.
      return messages.find(({ code }) => code !== undefined)?.code ?? ''
    },

    inbox: () => messagesIn('limit=50'),
  }
}

/** The data that prepared people enter into the forms. */
export const basicInfo: BasicInfo = {
  marriage: '02',
  education: '05',
  district: '330106',
  address: '文三路 900 号 2 幢 601 室',
  email: 'boat@example.com',
  contacts: [
    { name: '苏晚', relation: '02', mobile: '13900009901' },
    { name: '林照', relation: '06', mobile: '13900009902' },
  ],
}

export const companyInfo: CompanyInfo = {
  companyName: '云舟市远帆软件有限公司',
  industry: '09',
  position: '04',
  income: '05',
  district: '330106',
  address: '教工路 18 号',
  phone: '0571-88001234',
}
