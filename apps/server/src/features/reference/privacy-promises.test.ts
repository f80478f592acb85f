import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { law } from '@qingzhou/domain/law/law'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { privacyPage } from './pages/privacy.ts'
import { servicePages } from './pages/service.ts'

const root = join(import.meta.dirname, '../../../../..')

type PagePromise = {
  /** The words of the page. */
  readonly says: string
  /** The function that does it: file › name. */
  readonly built: string
  /** The test of it: file › title. */
  readonly test: string
}

const server = 'apps/server/src/features'

/** What the privacy page promises, each with the function that does it and the test that shows it. */
const promises: readonly PagePromise[] = [
  {
    says: '不同意本政策，您仍可浏览公开页面，但不能注册',
    built: `${server}/onboarding/customers/customer-of-phone.ts › customerOfPhone`,
    test: `${server}/onboarding/sign-in/sign-in-by-code.test.ts › requires both agreements for a new phone and does not consume the code without them`,
  },
  {
    says: '征信查询、绑定银行卡和在支付应用中核验人脸，另行单独征得您的同意',
    built: `${server}/agreements/sign-agreements.ts › signAgreements`,
    test: `${server}/agreements/agreements.test.ts › [law separate-consent] [7.078, 7.081] are public with blanks to fill in, and ask for the bureau authorisation separately`,
  },
  {
    says: '绑定银行卡',
    built: `${server}/cards/bind-card.ts › bindCard`,
    test: `${server}/cards/bind-card.test.ts › a binding requires consent to its agreement, and the consent is stored`,
  },
  {
    says: '征信机构：在您单独授权后',
    built: `${server}/agreements/sign-agreements.ts › signAgreements`,
    test: `${server}/agreements/agreements.test.ts › [law bureau-authorisation] name institution, purpose, scope and term in the bureau authorisation`,
  },
  {
    says: '银行和支付应用：为绑卡、放款、扣款和退款',
    built: `${server}/cards/bind-card.ts › bindCard`,
    test: `${server}/cards/read-cards.test.ts › is sealed with the card alone once the bank has decided, and never logged`,
  },
  {
    says: '手机号、身份证号码、银行卡号、姓名加密存储，日志中不出现',
    built: 'packages/platform/src/database/vault/vault.ts › createVault',
    test: `${server}/identity/planted-data.test.ts › data of an identity card is nowhere stored in plain text`,
  },
  {
    says: '工作人员查看时默认脱敏',
    built: `${server}/support/show-customer.ts › showCustomer`,
    test: `${server}/support/support.test.ts › is found by phone, identity, card and order, and shown masked unless a reason is given`,
  },
  {
    says: '密码和验证码只保存不可还原的摘要',
    built: 'packages/platform/src/passwords/password.ts › hashPassword',
    test: `${server}/onboarding/hostile-input.test.ts › is stored in plain text neither in the database nor in the log`,
  },
  {
    says: '上传的图片加密保存，只有您和经授权的审核人员可以查看',
    built: 'packages/platform/src/files/file-link-store.ts › findLinkedFile',
    test: 'apps/server/src/http/pages/files.test.ts › answers 404 to every other session, with the same message as an unknown link',
  },
  {
    says: '每次查看都有记录',
    built: 'packages/platform/src/staff-log/index.ts › recordStaffAct',
    test: `${server}/staff/staff-log-coverage.test.ts › every staff call writes its entries to the staff log`,
  },
  {
    says: '期满后删除或匿名化',
    built: `${server}/erasure/erase-day.ts › eraseDay`,
    test: `${server}/erasure/erase-customer.test.ts › [law erasure] is deleted from every table and file store after its retention period, and the books still balance`,
  },
  {
    says: '继续保存身份资料和交易记录',
    built: 'packages/domain/src/credit/retention.ts › retentionEnd',
    test: `${server}/erasure/erase-day.test.ts › [law retention-of-identity-data] refuses to erase a customer before the end of the retention period`,
  },
  {
    says: '查阅、复制您的信息：登录后在“我的”中申请“个人信息副本”',
    built: `${server}/data-copies/request-copy.ts › requestCopy`,
    test: `${server}/data-copies/data-copies.test.ts › has what is stored about a borrower, opened in the archive only, and its files`,
  },
  {
    says: '天内可以下载',
    built: `${server}/data-copies/prepare-copy.ts › expireCopy`,
    test: `${server}/data-copies/data-copies.test.ts › is deleted when its days are over`,
  },
  {
    says: '更正您的信息：登录后在“信息更新”中办理',
    built: `${server}/profile/amend-details.ts › amendDetails`,
    test: `${server}/profile/amend-details.test.ts › [7.040] are changed with an SMS code, counted, recorded and announced: the living address`,
  },
  {
    says: '优惠活动短信在“设置”中关闭',
    built: `${server}/messages/message-store.ts › saveAcceptsCampaigns`,
    test: `${server}/messages/messages.test.ts › [law marketing-consent] are not sent until a customer chooses them, but the coupon is given`,
  },
  {
    says: '关联的应用在“登录与安全”中解除',
    built: `${server}/onboarding/authorisation/linked-account-store.ts › deleteLinkedApp`,
    test: `${server}/security/security.test.ts › are listed, and unlinking one ends the sessions it opened except the current one`,
  },
  {
    says: '扣款授权在“我的银行卡”中解除',
    built: `${server}/cards/debit-agreement.ts › endDebitAgreement`,
    test: `${server}/cards/debit-agreement.test.ts › asks for a code again after its end, also for an order placed before, and the bank is told`,
  },
  {
    says: '注销额度：在“注销额度”中办理',
    built: `${server}/limit-cancellation/handlers.ts › cancel`,
    test: `${server}/limit-cancellation/limit-cancellation.test.ts › [7.126] ends sessions and debit agreements, and the customer gets an SMS`,
  },
  {
    says: '要求我们说明自动审批结果的原因',
    built: 'packages/domain/src/credit/policy.ts › decide',
    test: 'packages/domain/src/credit/policy.test.ts › [law automated-decision] [U6] a decision that refuses states its reasons, the gravest first, and the day from which to apply again',
  },
  {
    says: '人脸核验不通过的，可以致电',
    built: `${server}/support/face-kinds.ts › passFace`,
    test: `${server}/support/support.test.ts › [law face-not-only] is passed by two members of staff who compare a photo with the card`,
  },
  {
    says: '周岁的人提供服务',
    built: 'packages/domain/src/credit/policy.ts › decide',
    test: 'packages/domain/src/credit/policy.test.ts › [law adults-only] [U2] refuses an applicant below the age',
  },
  {
    says: '下次用短信验证码登录时须重新同意',
    built: `${server}/onboarding/customers/current-user.ts › saveConsents`,
    test: `${server}/onboarding/sign-in/sign-in-by-code.test.ts › stores the consents encrypted, with the page version`,
  },
]

/** What the page says about the lender's purposes and about third parties, which no function does. */
const statements = [
  /运营/,
  /身份证号码、人脸图像、银行卡号和位置属于敏感个人信息/,
  /身份核验、证件识别/,
  /^商城：/,
  /^法律规定必须提供/,
  /^确认是您本人，/,
  /^评估您的还款能力/,
  /^签约、放款/,
  /^履行反洗钱/,
]

/** The headings with the sentences below them. */
const sentences = privacyPage.blocks.flatMap((block) => {
  if (block.kind === 'paragraph') return [block.text]
  return block.kind === 'points' ? block.points : []
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the privacy page', () => {
  it.each(promises)(
    'promises what a function does and a test shows: $says',
    ({ says, built, test }) => {
      expect(sentences.some((sentence) => sentence.includes(says))).toBe(true)
      const [file = '', name = ''] = built.split(' › ')
      expect(read(file)).toMatch(
        new RegExp(`export (async )?(function|const) ${name}\\b|export \\{[^}]*\\b${name}\\b`),
      )
      const [testFile = '', ...title] = test.split(' › ')
      expect(read(testFile)).toContain(`'${title.join(' › ')}'`)
    },
  )

  it('has no sentence without a function behind it, apart from purposes and other parties', () => {
    const open = sentences.filter(
      (sentence) =>
        !promises.some(({ says }) => sentence.includes(says)) &&
        !statements.some((pattern) => pattern.test(sentence)),
    )
    expect(open).toEqual([])
  })

  it('names every kind of provider that is called', () => {
    const recipients: Readonly<Record<keyof typeof providerCalls, string>> = {
      bank: '银行',
      bureau: '征信机构',
      deviceFirst: '设备识别',
      deviceSecond: '设备识别',
      face: '人脸识别',
      idCheck: '身份核验',
      ip: '网络地址查询',
      mail: '邮件',
      mall: '商城',
      messenger: '消息',
      ocr: '证件识别',
      sms: '短信',
      wallet: '支付应用',
    }
    const text = sentences.join('\n')
    expect(Object.values(recipients).filter((name) => !text.includes(name))).toEqual([])
    expect(Object.keys(recipients).toSorted()).toEqual(Object.keys(providerCalls).toSorted())
  })
})

it('[law complaint-answer] the complaint page promises an answer within the days of the law', () => {
  const page = servicePages.find(({ name }) => name === 'complaints')
  const text = JSON.stringify(page)
  const days = [...text.matchAll(/(\d+) 日(?:内答复|，)/g)].map(([, count]) => Number(count))
  const { simple, most } = law['complaint-answer'].answerDays
  expect(days).toEqual([simple, simple, most])
})
