import type { TestPerson } from './test-people.ts'

/**
 * Test customers for features after a loan: consolidation plans, documents, amendments, the mall.
 */
export const returningPeople: readonly TestPerson[] = [
  {
    key: 'replanner',
    name: '邵行远',
    idNumber: '990118198603080092',
    phone: '13900000018',
    purpose: '老客户，逾期后把借款合并，重新分期还',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6228489900000000184', bank: '农业银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'spreader',
    name: '梅若寒',
    idNumber: '990122199005140066',
    phone: '13900000019',
    purpose: '老客户，把一期账单分几个月还',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6222029900000000192', bank: '工商银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'leaver',
    name: '周既明',
    idNumber: '990118199104120015',
    phone: '13900000020',
    purpose: '老客户，还清借款，开具结清证明，注销额度',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6222029900000000200', bank: '工商银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'mover',
    name: '韩采薇',
    idNumber: '990119199309250063',
    phone: '13900000021',
    purpose: '老客户，户籍迁移，更换手机号',
    signIn: '用短信验证码，或静默登录链接',
    account: {},
    cards: [{ number: '6217009900000000212', bank: '建设银行', conduct: 'well' }],
    outcome: 'approved',
  },
  {
    key: 'shopper',
    name: '唐渡',
    idNumber: '990120198706080097',
    phone: '13900000022',
    purpose: '老客户，在商城分期购物',
    signIn: '在消息应用中打开商城，用短信验证码登录',
    account: {},
    cards: [{ number: '6228489900000000226', bank: '农业银行', conduct: 'well' }],
    outcome: 'approved',
  },
]
