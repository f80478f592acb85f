import { localDate, type LocalDate } from '#calendar/local-date.ts'
import type { LenderKind } from '#product.ts'

/** The highest all-in annualised cost: a rate, or a multiple of the one-year loan prime rate. */
export type CapFormula = { readonly ppm: bigint } | { readonly primeRateTimes: bigint }

/** A rule of law that the product keeps. `npm run reference` prints the table as docs/law.md. */
export type LawEntry = {
  readonly instrument: string
  readonly article: string
  /** In force from this day on. */
  readonly from: LocalDate
  /** The last day in force. Absent while the end is not known. */
  readonly until?: LocalDate
  readonly lenderKinds: readonly LenderKind[]
  readonly requires: string
  /** The rule of SPEC.md. Absent where the rule is not one of lending. */
  readonly rule?: string
  /** The file that enforces it. */
  readonly built: string
  /** The test of a case that violates it: file › title, and the title has the id. */
  readonly test: string
  /** What an examiner is shown. */
  readonly evidence: string
  readonly cap?: CapFormula
  readonly retentionYearsMin?: number
  readonly lateRatePercentMax?: bigint
  /** The hours of a day in Shanghai in which a borrower may be told of overdue debt. */
  readonly collectionHours?: { readonly from: number; readonly until: number }
  readonly returnDaysMin?: number
  /** The hours of a day in Shanghai in which marketing messages may be sent. */
  readonly sendingHours?: { readonly from: number; readonly until: number }
  readonly ageMin?: number
  readonly lendsToStudents?: false
  /** The days in which a complaint is answered, and at most where it is complicated. */
  readonly answerDays?: { readonly simple: number; readonly most: number }
  /** The share of a partner in a loan that it funds with the lender. */
  readonly partnerSharePpmMin?: bigint
  /** How a case that violates it is refused: the kinds of refusals, or the reasons of a decision. */
  readonly refusedAs?: readonly string[]
  /** What of it the product does not do. */
  readonly gap?: string
}

const all: readonly LenderKind[] = ['consumer-finance', 'bank', 'small-loan']

/**
 * The rules of law by id. Instruments, articles and days are the state known to the authors. Each is to
 * be confirmed by the lender's counsel before use.
 */
export const law = {
  'cost-cap-24': {
    instrument: '最高人民法院《关于进一步加强金融审判工作的若干意见》（法发〔2017〕22号）',
    article: '第二条',
    from: localDate('2017-08-04'),
    lenderKinds: all,
    requires: 'The all-in annualised cost of a loan is at most 24 %.',
    rule: 'Y4',
    built: 'packages/domain/src/cost/cost-cap.ts',
    test: 'packages/domain/src/cost/cost-cap.test.ts › [law cost-cap-24] [Y4] accepts a cost of exactly the cap and refuses a fen of rounding above it',
    evidence: 'the cost sheet that was signed with the loan',
    cap: { ppm: 240_000n },
    refusedAs: ['cost-above-cap'],
  },
  'cost-cap-prime-rate': {
    instrument: '《小额贷款公司综合融资成本管理工作指引》',
    article: '新发放贷款的上限',
    from: localDate('2027-12-31'),
    lenderKinds: ['small-loan'],
    requires:
      'The all-in annualised cost of a new loan is at most four times the one-year loan prime rate.',
    rule: 'Y4',
    built: 'packages/domain/src/cost/cost-cap.ts',
    test: 'packages/domain/src/cost/cost-cap.test.ts › [law cost-cap-prime-rate] [Y4] is four times the prime rate for a small-loan company from the last day of 2027',
    evidence: 'the cost sheet that was signed with the loan; `npm run law`',
    cap: { primeRateTimes: 4n },
    refusedAs: ['cost-above-cap'],
  },
  'late-interest': {
    instrument: '《中国人民银行关于人民币贷款利率有关问题的通知》（银发〔2003〕251号）',
    article: '第三条',
    from: localDate('2004-01-01'),
    lenderKinds: all,
    requires: 'The late rate is at most 150 % of the contract rate.',
    rule: 'R1.1',
    built: 'packages/domain/src/repayment/penalty.ts',
    test: 'packages/domain/src/law/law.test.ts › [law late-interest] the late rate of the product is at most what the law allows',
    evidence: 'the late clause of the loan contract',
    lateRatePercentMax: 150n,
  },
  'cost-disclosure': {
    instrument: '中国人民银行公告〔2021〕第3号',
    article: '第一条至第三条',
    from: localDate('2021-03-31'),
    lenderKinds: all,
    requires:
      'The annualised cost and every charge with its collector are shown before a loan is signed.',
    rule: 'L12',
    built: 'packages/domain/src/cost/cost-sheet.ts',
    test: 'apps/server/src/features/agreements/agreements.test.ts › [law cost-disclosure] [7.090] requires every agreement of the draw, in its current version',
    evidence: 'the signed cost sheet among the agreements of the loan',
    refusedAs: ['cost-sheet-unread', 'agreement-outdated'],
  },
  'separate-consent': {
    instrument: '《中华人民共和国个人信息保护法》',
    article: '第二十三条、第二十九条',
    from: localDate('2021-11-01'),
    lenderKinds: all,
    requires: 'Consent to pass on personal data is separate from other consents.',
    built: 'apps/server/src/features/agreements/sign-agreements.ts',
    test: 'apps/server/src/features/agreements/agreements.test.ts › [law separate-consent] [7.078, 7.081] are public with blanks to fill in, and ask for the bureau authorisation separately',
    evidence: 'the signed agreements, each with the time of its consent',
    refusedAs: ['agreement-needed'],
  },
  'bureau-authorisation': {
    instrument: '《征信业管理条例》',
    article: '第十八条、第二十九条',
    from: localDate('2013-03-15'),
    lenderKinds: all,
    requires: 'A bureau is asked and told only with the written authorisation of the borrower.',
    built: 'apps/server/src/features/agreements/templates/debit-authorisation.ts',
    test: 'apps/server/src/features/agreements/agreements.test.ts › [law bureau-authorisation] name institution, purpose, scope and term in the bureau authorisation',
    evidence: 'the signed authorisation of the application',
    refusedAs: ['agreement-needed'],
  },
  'automated-decision': {
    instrument: '《中华人民共和国个人信息保护法》',
    article: '第二十四条',
    from: localDate('2021-11-01'),
    lenderKinds: all,
    requires: 'An automated decision can be explained to the person whom it concerns.',
    rule: 'U6',
    built: 'packages/domain/src/credit/policy.ts',
    test: 'packages/domain/src/credit/policy.test.ts › [law automated-decision] [U6] a decision that refuses states its reasons, the gravest first, and the day from which to apply again',
    evidence: 'the stored decision with its policy version and grounds',
  },
  'adults-only': {
    instrument: '《中华人民共和国民法典》',
    article: '第十七条至第十九条',
    from: localDate('2021-01-01'),
    lenderKinds: all,
    requires: 'Only adults borrow.',
    rule: 'U2',
    built: 'packages/domain/src/credit/policy.ts',
    test: 'packages/domain/src/credit/policy.test.ts › [law adults-only] [U2] refuses an applicant below the age',
    evidence: 'the identity data of the application',
    ageMin: 18,
    refusedAs: ['age-not-accepted', 'age-out-of-range'],
  },
  'no-students': {
    instrument:
      '《关于进一步规范大学生互联网消费贷款监督管理工作的通知》（银保监办发〔2021〕28号）',
    article: '第一条',
    from: localDate('2021-02-24'),
    lenderKinds: ['consumer-finance', 'small-loan'],
    requires: 'No loan is granted to a full-time student.',
    rule: 'U2',
    built: 'packages/domain/src/credit/policy.ts',
    test: 'packages/domain/src/credit/policy.test.ts › [law no-students] [U2] refuses a full-time student',
    evidence: 'the stored decision with its grounds',
    lendsToStudents: false,
    refusedAs: ['full-time-student'],
  },
  'retention-of-identity-data': {
    instrument: '《中华人民共和国反洗钱法》（2024年修订）',
    article: '第三十四条',
    from: localDate('2025-01-01'),
    lenderKinds: all,
    requires: 'Identity data and records of transactions are kept for at least 10 years.',
    rule: 'E6',
    built: 'packages/domain/src/credit/retention.ts',
    test: 'apps/server/src/features/erasure/erase-day.test.ts › [law retention-of-identity-data] refuses to erase a customer before the end of the retention period',
    evidence: 'the erasure log, and the trigger of the database that refuses an earlier erasure',
    retentionYearsMin: 10,
    refusedAs: ['data-retained'],
  },
  erasure: {
    instrument: '《中华人民共和国个人信息保护法》',
    article: '第四十七条',
    from: localDate('2021-11-01'),
    lenderKinds: all,
    requires: 'Personal data is erased when the period of retention is over.',
    rule: 'E6',
    built: 'apps/server/src/features/erasure/erase-day.ts',
    test: 'apps/server/src/features/erasure/erase-customer.test.ts › [law erasure] is deleted from every table and file store after its retention period, and the books still balance',
    evidence: 'the erasure log',
  },
  'collection-hours': {
    instrument: '《互联网金融 个人网络消费信贷 贷后催收风控指引》（GB/T 45251—2025）',
    article: '催收时间',
    from: localDate('2025-02-28'),
    lenderKinds: all,
    requires: 'A borrower is told of overdue debt between 8:00 and 22:00 only.',
    built: 'apps/server/src/features/messages/outbox-tasks.ts',
    test: 'apps/server/src/features/messages/outbox.test.ts › [law collection-hours] holds a message about overdue debt at night until the morning, and no other message',
    evidence: 'the time at which each message was sent',
    collectionHours: { from: 8, until: 22 },
  },
  'mall-return': {
    instrument: '《中华人民共和国消费者权益保护法》',
    article: '第二十五条',
    from: localDate('2014-03-15'),
    lenderKinds: all,
    requires: 'Goods bought online can be returned within 7 days of delivery, and the loan ends.',
    rule: 'O2',
    built: 'packages/domain/src/mall/purchase.ts',
    test: 'packages/domain/src/law/law.test.ts › [law mall-return] goods can be returned for as long as the law requires',
    evidence: 'the orders of the mall with their returns, and the reversed loans',
    returnDaysMin: 7,
  },
  'marketing-consent': {
    instrument: '《中华人民共和国个人信息保护法》',
    article: '第二十四条',
    from: localDate('2021-11-01'),
    lenderKinds: all,
    requires: 'Marketing messages go only to people who chose them.',
    built: 'apps/server/src/features/campaigns/tasks.ts',
    test: 'apps/server/src/features/messages/messages.test.ts › [law marketing-consent] are not sent until a customer chooses them, but the coupon is given',
    evidence: 'the settings of the customer and the log of the campaign',
  },
  'marketing-hours': {
    instrument:
      '《中国人民银行 银保监会 证监会 外汇局关于进一步规范金融营销宣传行为的通知》（银发〔2019〕316号）',
    article: '第二条',
    from: localDate('2020-01-25'),
    lenderKinds: all,
    requires:
      'Marketing messages do not disturb their receivers. The hours, 8:00 to 21:00, are the usual reading.',
    built: 'packages/platform/src/outbox/sending-hours.ts',
    test: 'packages/domain/src/law/law-breaks.test.ts › [law marketing-hours] marketing messages at night break it',
    evidence: 'the time at which each message of a campaign was sent',
    sendingHours: { from: 8, until: 21 },
  },
  'face-not-only': {
    instrument: '《人脸识别技术应用安全管理办法》（国家互联网信息办公室、公安部令第19号）',
    article: '第十条',
    from: localDate('2025-06-01'),
    lenderKinds: all,
    requires:
      'Face recognition is not the only way to identify a person where another way serves the same purpose.',
    built: 'apps/server/src/features/support/face-kinds.ts',
    test: 'apps/server/src/features/support/support.test.ts › [law face-not-only] is passed by two members of staff who compare a photo with the card',
    evidence: 'the proposal with the photo that two members of staff compared',
  },
  'complaint-answer': {
    instrument: '《银行业保险业消费投诉处理管理办法》（银保监会令2020年第3号）',
    article: '第二十条、第二十一条',
    from: localDate('2020-03-01'),
    lenderKinds: all,
    requires: 'A complaint is answered within 15 days, and within 60 where it is complicated.',
    built: 'apps/server/src/features/reference/pages/service.ts',
    test: 'apps/server/src/features/reference/privacy-promises.test.ts › [law complaint-answer] the complaint page promises an answer within the days of the law',
    evidence: 'the complaint page',
    answerDays: { simple: 15, most: 60 },
    gap: 'Complaints are taken by phone and mail. The product does not record them or count their days.',
  },
  'partner-share': {
    instrument: '《关于进一步规范商业银行互联网贷款业务的通知》（银保监办发〔2021〕24号）',
    article: '第一条',
    from: localDate('2022-01-01'),
    lenderKinds: ['consumer-finance', 'bank'],
    requires: 'A partner funds at least 30 % of a loan that it funds together with the lender.',
    rule: 'Q2',
    built: 'packages/domain/src/funding/check-partner-rows.ts',
    test: 'packages/domain/src/law/law-breaks.test.ts › [law partner-share] a partner with a share below it breaks it',
    evidence: 'funding_partner_rows, loan_partners',
    partnerSharePpmMin: 300_000n,
  },
} as const satisfies Readonly<Record<string, LawEntry>>

export type LawId = keyof typeof law

/** The entries in force for a kind of lender on a day. */
export function lawInForce(kind: LenderKind, { on }: { on: LocalDate }): [LawId, LawEntry][] {
  // The keys of a constant.
  const entries = Object.entries(law) as [LawId, LawEntry][]
  return entries.filter(([, { lenderKinds, from, until }]) => {
    const hasEnded = until !== undefined && until < on
    return lenderKinds.includes(kind) && from <= on && !hasEnded
  })
}
