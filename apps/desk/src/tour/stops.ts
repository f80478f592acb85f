import { pages } from '@qingzhou/contract/pages'
import { toast } from '@qingzhou/ui/overlays'
import { attempt, copy } from '#attempt.ts'
import { deskMemory, readShared } from '#desk-memory.ts'
import { productName } from '#brand.ts'
import { client, type Books, type Faults } from '#client.ts'
import type { Clock } from '#clock/use-clock.ts'
import { faultFor, modeOf } from '#faults/fault-modes.ts'
import { applyFor } from '#people/act-as.ts'
import type { Person } from '#people/use-people.ts'
import type { Phone } from '#phone/use-phone.ts'
import type { RecordName } from '#record-panel.tsx'
import type { Tool } from '#tool-panel.tsx'

/** What a stop can use: the desk, and the chosen person. */
export type DeskInHand = {
  readonly phone: Phone
  readonly clock: Clock
  readonly person: Person
  readonly record: RecordName
  readonly showTool: (tool: Tool) => void
  readonly showRecord: (record: RecordName) => void
}

/** The observed data that completes a stop. */
export type TourState = {
  readonly books: Books | undefined
  readonly faults: Faults | undefined
  readonly isSignedIn: boolean
  readonly businessDate: string | undefined
  readonly record: RecordName
  readonly openedInPhone: string
  readonly isStaffSignedIn: boolean
  /** A customer was found in the console of this browser. */
  readonly hasFoundInConsole: boolean
  /** The loans that the person had when the bank's fault was switched on; undefined before. */
  readonly loansBeforeFault: number | undefined
}

export type Stop = {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly action: (person: Person, seen: TourState) => string
  readonly act: (desk: DeskInHand, seen: TourState) => void | Promise<void>
  readonly isDone: (seen: TourState) => boolean
}

const DAYS = 7
const STAFF_AREA = `/#${pages.staffHome}`
const LIMIT_PAGE = `/#${pages.limit}`

/** The note of the desk on how many loans there were before the fault. */
export const LOANS_BEFORE_FAULT = 'tour-loans'

/** Where the console, which has the same origin, remembers the customers that were found. */
const CONSOLE_FINDS = 'consoleRecentFinds'

export function hasFoundInConsole(): boolean {
  return (readShared(CONSOLE_FINDS) ?? '[]') !== '[]'
}

const PAYMENTS = ['payment', 'early-full', 'early-part']

/** From the first sign-in to a bank fault, each a minute or less. */
export const stops: readonly Stop[] = [
  {
    name: 'signIn',
    title: `登录手机里的${productName}`,
    text: '左边选人，中间是手机，右边收短信。填图形验证码、获取短信，点一下右侧的数字，勾选协议再登录。',
    action: ({ name }) => `填好${name}的手机号`,
    act({ phone, person, showTool, showRecord }) {
      showTool('people')
      showRecord('inbox')
      return startSignIn(phone, person.phone)
    },
    isDone: ({ isSignedIn }) => isSignedIn,
  },
  {
    name: 'limit',
    title: '获得额度',
    text: '证件、人脸、银行卡、审批，可以在手机里逐步完成；赶时间可代办，使用的是应用自己的接口。',
    action: () => '代办申请',
    act: ({ person, phone }) => applyFor(person, phone),
    isDone: ({ books }) => books !== undefined && books.limit !== null,
  },
  {
    name: 'borrow',
    title: '借一笔',
    text: '拖动金额，试算跟着变。读完综合融资成本，获取短信，点一下右侧的数字，借款即到账。',
    action: () => '打开借款页',
    act({ phone, showRecord }) {
      showRecord('inbox')
      phone.open(`/#${pages.borrow}`)
    },
    isDone: ({ books }) => (books?.loans.length ?? 0) > 0,
  },
  {
    name: 'clock',
    title: '推进营业日期',
    text: `营业日期前进 ${DAYS} 天，每过一天做一次日终。计息、扣款、逾期都在这时发生；只能向前。`,
    action: () => `前进 ${DAYS} 天`,
    act({ clock, showTool }) {
      showTool('clock')
      return clock.move(DAYS)
    },
    isDone: ({ books, businessDate = '' }) =>
      books?.loans.some(({ startOn }) => startOn < businessDate) ?? false,
  },
  {
    name: 'repay',
    title: '还一期',
    text: '选本期账单，用银行卡或支付应用还。带虚线的金额都能点开，看它是怎么算出来的。',
    action: () => '打开还款页',
    act({ phone, showRecord }) {
      showRecord('inbox')
      phone.open(`/#${pages.repayHome}`)
    },
    isDone: ({ books }) => books?.entries.some(({ event }) => PAYMENTS.includes(event)) ?? false,
  },
  {
    name: 'books',
    title: '查看账本',
    text: '放款、计提、还款，每一笔都有借有贷；上面是银行自己的流水，两边可以对着看。',
    action: () => '打开账本',
    act: ({ showRecord }) => showRecord('books'),
    isDone: ({ record }) => record === 'books',
  },
  {
    name: 'staff',
    title: '切换到员工端',
    text: '录名单、审凭证都在员工端。用户名和密码在第一次启动的终端里，忘了用 npm run staff 重设；看完可返回客户的手机。',
    action: (_, { openedInPhone }) =>
      openedInPhone === STAFF_AREA ? '返回客户的手机' : '在手机里打开员工端',
    act: ({ phone }, { openedInPhone }) =>
      phone.open(openedInPhone === STAFF_AREA ? LIMIT_PAGE : STAFF_AREA),
    isDone: ({ isStaffSignedIn }) => isStaffSignedIn,
  },
  {
    name: 'console',
    title: '在运营台找到这位客户',
    text: '运营台与员工端共用登录和密码。经办登录后按 / 粘贴手机号，回车打开客户，能看到借据、订单和时间线；再提交一次减免，由复核人登录后批准。',
    action: ({ name }) => `复制${name}的手机号，打开运营台`,
    async act({ person }) {
      await copy(person.phone, '手机号已复制，在运营台按 / 后粘贴')
      window.open('/console/', 'console')
    },
    isDone: ({ hasFoundInConsole }) => hasFoundInConsole,
  },
  {
    name: 'fault',
    title: '模拟银行故障',
    text: '让银行付款后断线，在手机里再借一笔：系统先查询结果再处理，款项只付一次。借到后点“全部恢复正常”。',
    action: () => '让银行付款后断线，再借一笔',
    async act({ phone, showTool }, { books }) {
      showTool('faults')
      deskMemory.keep(LOANS_BEFORE_FAULT, String(books?.loans.length ?? 0))
      await attempt(() => client.changeFault('bank', faultFor('cutAfter')))
      phone.open(`/#${pages.borrow}`)
    },
    isDone: ({ books, faults, loansBeforeFault = Infinity }) =>
      (books?.loans.length ?? 0) > loansBeforeFault &&
      faults !== undefined &&
      modeOf(faults.bank) === 'well',
  },
]

const TRIES_MAX = 40
const TRY_EVERY_MS = 250

/** Fills in the number on the sign-in page. A phone that is signed in is cleared first. */
async function startSignIn(phone: Phone, number: string): Promise<void> {
  if (!phone.isSignedIn() && phone.fill('tel', number)) return

  phone.clear()
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
    if (phone.fill('tel', number)) return
  }
  toast('手机还没打开登录页，请再点一次')
}
