import { returningPeople } from './returning-people.ts'

/** The providers' decision about a person. */
export type Outcome =
  | 'approved'
  | 'declined'
  | 'refused'
  | 'riskRefused'
  | 'identityMismatch'
  | 'faceFails'
  | 'bankDeclines'
  | 'bankSlow'

/** A user of the payment app or the messaging app. */
type AppUser = {
  readonly openId: string
  /** Whether the app shares the phone number with the user's consent. */
  readonly sharesPhone: boolean
  /** Whether our account is already linked to this app. */
  readonly isLinked: boolean
}

/** How a card behaves on binding and transfers. */
export const cardBehaviours = ['well', 'slow', 'lost', 'frozen', 'poor', 'unsupported'] as const
export type CardBehaviour = (typeof cardBehaviours)[number]

/** A test card: the number matches its bank, and was never issued. */
export type TestCard = {
  readonly number: string
  readonly bank: string
  readonly conduct: CardBehaviour
}

/** A fictional person with a known scenario. Region 99 and these phone numbers do not exist. */
export type TestPerson = {
  readonly key: string
  readonly name: string
  readonly idNumber: string
  readonly phone: string
  /** The purpose of the person and how to sign in, shown on the desk. */
  readonly purpose: string
  readonly signIn: string
  /** Present when the person is a customer from the start. */
  readonly account?: { readonly password?: string }
  readonly wallet?: AppUser
  readonly messenger?: AppUser
  readonly cards: readonly TestCard[]
  readonly outcome: Outcome
}

/**
 * The ID cards of a person: the one at hand, one that was issued when it ran out, and one that was
 * issued for a new name.
 */
export const idCardIssues = ['first', 'renewed', 'renamed'] as const
export type IdCardIssue = (typeof idCardIssues)[number]

const GIVEN_NAMES = ['安宁', '文博', '思远', '明月', '春生', '立新', '小雨', '长青'] as const

/** The name on the card that was issued for a new name: another given name. */
export function newNameOf({ name, idNumber }: Pick<TestPerson, 'name' | 'idNumber'>): string {
  const givenName = GIVEN_NAMES[Number(idNumber.slice(4, 6)) % GIVEN_NAMES.length] ?? ''
  return `${name.slice(0, 1)}${givenName}`
}

/** Whether the registry and the banks know a person by this name, before or after its change. */
export function hasName(person: Pick<TestPerson, 'name' | 'idNumber'>, name: string): boolean {
  return name === person.name || name === newNameOf(person)
}

export const testPeople: readonly TestPerson[] = [
  {
    key: 'new-phone',
    name: '沈青禾',
    idNumber: '990101199603120020',
    phone: '13900000001',
    purpose: '新手机号，还没有账户',
    signIn: '用手机号和短信验证码注册',
    cards: [
      { number: '6222029900000000010', bank: '工商银行', conduct: 'well' },
      { number: '6225889900000011', bank: '招商银行', conduct: 'well' },
    ],
    outcome: 'approved',
  },
  {
    key: 'password',
    name: '陆知远',
    idNumber: '990102199108260014',
    phone: '13900000002',
    purpose: '老客户，已设置密码',
    signIn: '密码 Boat_2026，或短信验证码',
    account: { password: 'Boat_2026' },
    cards: [
      { number: '6217009900000000022', bank: '建设银行', conduct: 'well' },
      { number: '6228489900000000028', bank: '农业银行', conduct: 'poor' },
    ],
    outcome: 'approved',
  },
  {
    key: 'wallet-customer',
    name: '顾晓舟',
    idNumber: '990103198805040035',
    phone: '13900000003',
    purpose: '老客户，已关联支付应用',
    signIn: '在支付应用中打开，去授权，同意即登录',
    account: {},
    wallet: { openId: 'wallet-0003-guxiaozhou', sharesPhone: true, isLinked: true },
    cards: [{ number: '6228489900000000036', bank: '农业银行', conduct: 'well' }],
    outcome: 'declined',
  },
  {
    key: 'wallet-newcomer',
    name: '江映雪',
    idNumber: '990104199311170041',
    phone: '13900000004',
    purpose: '支付应用用户，还没有账户',
    signIn: '在支付应用中打开，授权后确认手机号',
    wallet: { openId: 'wallet-0004-jiangyingxue', sharesPhone: true, isLinked: false },
    cards: [{ number: '6216619900000000042', bank: '中国银行', conduct: 'well' }],
    outcome: 'riskRefused',
  },
  {
    key: 'wallet-without-phone',
    name: '何亦帆',
    idNumber: '990105198502190055',
    phone: '13900000005',
    purpose: '支付应用用户，不提供手机号',
    signIn: '在支付应用中打开，授权后自己填手机号',
    wallet: { openId: 'wallet-0005-heyifan', sharesPhone: false, isLinked: false },
    cards: [{ number: '6222609900000000059', bank: '交通银行', conduct: 'well' }],
    outcome: 'faceFails',
  },
  {
    key: 'messenger-customer',
    name: '秦暮云',
    idNumber: '990106199709300064',
    phone: '13900000006',
    purpose: '老客户，已关联消息应用',
    signIn: '在消息应用中打开，授权登录，同意即登录',
    account: {},
    messenger: { openId: 'messenger-0006-qinmuyun', sharesPhone: true, isLinked: true },
    cards: [
      { number: '6222029900000000069', bank: '工商银行', conduct: 'lost' },
      { number: '6217009900000000063', bank: '建设银行', conduct: 'frozen' },
    ],
    outcome: 'bankDeclines',
  },
  {
    key: 'messenger-newcomer',
    name: '许望川',
    idNumber: '990107199007080075',
    phone: '13900000007',
    purpose: '消息应用用户，还没有账户',
    signIn: '在消息应用中打开，授权后自己填手机号',
    messenger: { openId: 'messenger-0007-xuwangchuan', sharesPhone: false, isLinked: false },
    cards: [{ number: '6225889900000078', bank: '招商银行', conduct: 'slow' }],
    outcome: 'bankSlow',
  },
  {
    key: 'code-only',
    name: '白若溪',
    idNumber: '990108199901210088',
    phone: '13900000008',
    purpose: '老客户，没有设置密码',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [
      { number: '6210989900000000088', bank: '邮储银行', conduct: 'well' },
      { number: '6222029900000000085', bank: '工商银行', conduct: 'well' },
    ],
    outcome: 'approved',
  },
  {
    key: 'identity-mismatch',
    name: '薛长风',
    idNumber: '990109199205210099',
    phone: '13900000009',
    purpose: '新手机号，姓名与证件号核不上',
    signIn: '用手机号和短信验证码注册',
    cards: [{ number: '6222029900000000093', bank: '工商银行', conduct: 'well' }],
    outcome: 'identityMismatch',
  },
  {
    key: 'enforced',
    name: '方晚晴',
    idNumber: '990110198711030104',
    phone: '13900000010',
    purpose: '新手机号，被列为被执行人',
    signIn: '用手机号和短信验证码注册',
    cards: [{ number: '6217009900000000105', bank: '建设银行', conduct: 'well' }],
    outcome: 'refused',
  },
  {
    key: 'messenger-borrower',
    name: '宋明川',
    idNumber: '990111199204160132',
    phone: '13900000011',
    purpose: '老客户，在消息应用里还款、下载协议',
    signIn: '在消息应用中打开，授权登录，同意即登录',
    account: {},
    messenger: { openId: 'messenger-0011-songmingchuan', sharesPhone: true, isLinked: true },
    cards: [{ number: '6228489900000000119', bank: '农业银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'listed-employee',
    name: '叶知秋',
    idNumber: '990112199007180114',
    phone: '13900000012',
    purpose: '老客户，加入员工贷名单后借款须提交用途凭证',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6217009900000000121', bank: '建设银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'channel-borrower',
    name: '林听澜',
    idNumber: '990113199503120045',
    phone: '13900000013',
    purpose: '老客户，在消息应用里看账单、查降息',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6222029900000000135', bank: '工商银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'delayer',
    name: '程远山',
    idNumber: '990114198811050036',
    phone: '13900000014',
    purpose: '老客户，申请延期还款',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6217009900000000147', bank: '建设银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'in-hardship',
    name: '罗素云',
    idNumber: '990115198909210065',
    phone: '13900000015',
    purpose: '老客户，遇到困难，凭证明申请延期',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6228489900000000150', bank: '农业银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'waiver-payer',
    name: '孟长庚',
    idNumber: '99011619840617007X',
    phone: '13900000016',
    purpose: '老客户，逾期后按减免方案还款',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6222029900000000168', bank: '工商银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'waiver-lapser',
    name: '于安之',
    idNumber: '990117199208300081',
    phone: '13900000017',
    purpose: '老客户，逾期后没有理会减免方案',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6217009900000000170', bank: '建设银行', conduct: 'well' }],
    outcome: 'approved',
  },
  ...returningPeople,
]
