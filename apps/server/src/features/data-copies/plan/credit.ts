import { leftOutReasons, type CopyPlan } from './copy-rule.ts'

const { index, secret, work, bureau, policy, staff } = leftOutReasons
const part = '申请、额度和优惠'
const card = '银行卡和扣款授权'

/** Applications, limit, coupons and cards. */
// A table: one line for each database table where it fits.
// oxfmt-ignore
export const creditPlan: CopyPlan = {
  credit_applications: {
    part, title: '额度申请',
    columns: 'application_no channel step flow_branch control_message opened_at submitted_at decided_at refusal retry_on terminal_sealed devices_sealed',
    shown: { application_no: '申请编号', opened_at: '发起时间', submitted_at: '提交时间', decided_at: '审批时间' },
  },
  invitations: { part, title: '额度邀请', by: 'phone_index', columns: 'amount_fen grade valid_until accepted_at campaign_no phone_sealed', shown: { amount_fen: '额度（元）', valid_until: '有效期至' }, without: { phone_index: index } },
  decisions: {
    part, title: '自动审批结果',
    columns: 'application_no policy_version inputs_sealed outcome grade amount_fen reasons retry_on decided_on decided_at',
    shown: { application_no: '申请编号', amount_fen: '额度（元）', decided_on: '日期' },
    without: { points: policy },
  },
  credit_referrals: {
    part, title: '人工审批结果',
    columns: 'application_no state referred_at decide_by ended_at amount_fen ground',
    shown: { application_no: '申请编号', referred_at: '转人工时间', ended_at: '审批时间', amount_fen: '额度（元）' },
    without: { first_by: staff, first_at: work, first_amount_fen: work, decided_by: staff },
  },
  limit_reviews: {
    part, title: '额度调整',
    columns: 'reviewed_on policy_version inputs_sealed outcome granted_before_fen granted_after_fen reasons reviewed_at',
    shown: { reviewed_on: '日期', granted_before_fen: '调整前（元）', granted_after_fen: '调整后（元）' },
  },
  limits: {
    part, title: '额度',
    columns: 'granted_fen used_fen state valid_until grade annual_rate_ppm lender opened_at',
    shown: { granted_fen: '授信额度（元）', used_fen: '已用（元）', annual_rate_ppm: '年化利率（单利）', valid_until: '有效期至', opened_at: '开立时间' },
    without: { audit_no: work, audit_hash: work, version: work },
  },
  limit_cancellations: { part, title: '注销额度', columns: 'cancellation_no reason note_sealed requested_at request_no cancelled_on', shown: { requested_at: '申请时间', cancelled_on: '注销日期', note_sealed: '留言' } },
  coupons: {
    part, title: '优惠券',
    columns: 'coupon_no benefit benefit_days benefit_share_ppm benefit_amount_fen amount_min_fen months valid_from valid_until state loan_no',
    shown: { coupon_no: '券号', valid_from: '有效期自', valid_until: '有效期至', loan_no: '用于借据' },
  },
  bureau_orders: { part, title: '征信查询', columns: 'application_no request_no ordered_at reported_at', shown: { application_no: '申请编号', ordered_at: '查询时间' }, without: { report_sealed: bureau } },
  bureau_requests: { leftOut: work },

  cards: {
    part: card, title: '银行卡',
    columns: 'card_id number_sealed phone_sealed last_four_sealed bank_code bound_at preferred_at debit_refusal debit_refused_on',
    shown: { number_sealed: '卡号', bank_code: '银行代码', phone_sealed: '预留手机号', bound_at: '绑定时间' },
    without: { card_index: index, holder_index: index, token_sealed: secret },
  },
  card_bindings: {
    part: card, title: '绑卡记录',
    columns: 'binding_no state number_sealed phone_sealed bank_code attempts reason card_id requested_at',
    shown: { requested_at: '时间', bank_code: '银行代码' },
    without: { card_index: index, holder_index: index },
  },
  debit_agreements: { part: card, title: '免验证码还款授权', columns: 'debit_no card_id state attempts requested_at signed_at ended_at bank_ended_at', shown: { debit_no: '编号', signed_at: '开通时间', ended_at: '解除时间' } },
  wallet_agreements: {
    part: card, title: '支付应用自动还款授权',
    columns: 'agreement_no state first_on amount_max_fen requested_at signed_at ended_at app_ended_at signer_sealed',
    shown: { agreement_no: '编号', amount_max_fen: '单次最高（元）', signed_at: '开通时间', ended_at: '关闭时间' },
  },
  bank_orders: { leftOut: work },
}
