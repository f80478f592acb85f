import { leftOutReasons, type CopyPlan } from './copy-rule.ts'

const { index, staff, work, books } = leftOutReasons
const part = '借款'
const paid = '还款和退款'
const same = '同一请求的比对值，内容已列出'

/** Loans, payments and the mall. */
// A table: one line for each database table where it fits.
// oxfmt-ignore
export const loansPlan: CopyPlan = {
  loans: {
    part, title: '借据',
    columns: 'loan_no opened_at origin product lender purpose coupon_no card_id amount_fen start_on terms consolidated_into defaulted_on reversed_on return_requested_on annual_rate_ppm level_instalment_fen deferred_on limit_used_fen is_settled next_due_on booked_until instalments',
    shown: { loan_no: '借据号', start_on: '借款日期', amount_fen: '金额（元）', annual_rate_ppm: '年化利率（单利）', is_settled: '已结清' },
    without: { accrual_since: work, accrual_microfen: work, first_open: work, history: work, is_replayable: work, version: work },
  },
  loan_balances: {
    part, title: '未还金额',
    columns: 'loan_no fee_fen penalty_fen interest_fen principal_fen accrued_until',
    shown: { loan_no: '借据号', principal_fen: '本金（元）', interest_fen: '利息（元）', penalty_fen: '罚息（元）', fee_fen: '费用（元）' },
    without: { row_lock: work },
  },
  restructurings: { part, title: '重组', columns: 'loan_no restructured_on', shown: { loan_no: '借据号', restructured_on: '日期' } },
  loan_book_states: {
    part, title: '风险分类',
    columns: 'loan_no from_day class stage is_accruing days_late current_since review_on',
    shown: { loan_no: '借据号', from_day: '日期', class: '分类', days_late: '逾期天数' },
  },
  draw_applications: {
    part, title: '借款申请',
    columns: 'draw_no request_no state needs_face card_id quoted_on applied_at executed_at ordered_at paid_on reason app',
    shown: { draw_no: '申请编号', applied_at: '申请时间', paid_on: '放款日期' },
    without: { fingerprint: same, device_index: index },
  },
  draws: {
    part, title: '借款内容',
    columns: 'draw_no loan_no state product amount_fen months method purpose coupon_no card_id annual_rate_ppm lender reserved_on reserved_at fee_fen fee_charged',
    shown: { draw_no: '申请编号', amount_fen: '金额（元）', months: '期数', reserved_on: '日期' },
  },
  loan_partners: {
    part, title: '共同出资',
    columns: 'draw_no loan_no place partner_no name licence_no share_ppm amount_fen',
    shown: { loan_no: '借据号', name: '出资方', share_ppm: '出资比例', amount_fen: '出资金额（元）' },
  },
  rate_cuts: {
    part, title: '降息',
    columns: 'cut_no loan_no old_rate_ppm new_rate_ppm effective_on booked_on first_n due_on principal_before_fen interest_before_fen principal_after_fen interest_after_fen saved_fen',
    shown: { loan_no: '借据号', effective_on: '起始日', old_rate_ppm: '原利率', new_rate_ppm: '新利率' },
  },
  deferrals: {
    part, title: '延期还款',
    columns: 'request_no loan_no n days due_on new_due_on amount_fen new_amount_fen deferred_on',
    shown: { loan_no: '借据号', n: '期次', due_on: '原还款日', new_due_on: '新还款日' },
    without: { fingerprint: same },
  },
  forbearances: {
    part, title: '区域纾困',
    columns: 'forbearance_no evidence_no loan_no state days reason note_sealed applied_on penalties_fen opened_at cost_fen first_n due_on amount_fen new_due_on new_amount_fen',
    shown: { loan_no: '借据号', applied_on: '申请日期', days: '天数', new_due_on: '新还款日' },
  },
  waiver_offers: {
    part, title: '减免方案',
    columns: 'offer_no loan_no penalty_share_ppm interest_share_ppm valid_until state offered_on paid_fen waived_fen days_overdue',
    shown: { loan_no: '借据号', offered_on: '提供日期', valid_until: '有效期至' },
  },
  consolidation_plans: {
    part, title: '个性化分期',
    columns: 'plan_no loan_nos months contacts_sealed card_id state chosen_at changed_at request_no loan_no signed_at',
    shown: { plan_no: '方案编号', months: '期数', loan_no: '新借据号', signed_at: '签约时间' },
    without: { fingerprint: same },
  },
  bill_conversions: {
    part, title: '账单分期',
    columns: 'request_no loan_no bill_loan_no n amount_fen signed_on',
    shown: { loan_no: '借据号', amount_fen: '金额（元）', signed_on: '签约日期' },
    without: { fingerprint: same },
  },
  bureau_events: {
    part, title: '信用报送记录',
    columns: 'loan_no event_no kind about as_of recorded_on file_month named_event_no dispute_no is_disputed amount_fen balance_fen overdue_fen days_late late_class close_reason holder_sealed',
    shown: { loan_no: '借据号', as_of: '日期', balance_fen: '余额（元）', overdue_fen: '逾期（元）', days_late: '逾期天数' },
  },
  bureau_notices: { part, title: '报送前提醒', columns: 'loan_no noticed_on message_no', shown: { loan_no: '借据号', noticed_on: '提醒日期' } },
  bureau_disputes: {
    part, title: '信用报送异议',
    columns: 'dispute_no loan_no event_no reason text_sealed file_no state disputed_on disputed_at answer_by answered_on answered_at answer_sealed',
    shown: { loan_no: '借据号', disputed_on: '提出日期', text_sealed: '说明', answer_sealed: '答复' },
    without: { answered_by: staff },
  },
  ledger_postings: { leftOut: books },
  ledger_accruals: { leftOut: books },
  conversion_balances: { leftOut: books },
  audit_log: { leftOut: books },
  end_of_day_failures: { leftOut: work },

  payment_orders: {
    part: paid, title: '还款订单',
    columns: 'request_no kind state actor pay_by card_id amount_fen quoted_on placed_at confirmed_at ordered_at settled_at reason order_no quote_id offer_no aim payer_sealed agreement_no',
    shown: { order_no: '订单号', amount_fen: '金额（元）', placed_at: '下单时间', settled_at: '完成时间' },
    without: { fingerprint: same },
  },
  payment_order_lines: { part: paid, title: '还款订单的借据', columns: 'request_no loan_no last_n amount_fen is_running', shown: { loan_no: '借据号', amount_fen: '金额（元）', last_n: '还至期次' } },
  payments: {
    part: paid, title: '还款',
    columns: 'payment_no loan_no kind amount_fen overpaid_fen paid_on card_id received_at n fee_fen penalty_fen interest_fen principal_fen',
    shown: { paid_on: '日期', loan_no: '借据号', amount_fen: '金额（元）', overpaid_fen: '多还（元）' },
  },
  payment_reversals: { part: paid, title: '撤销的还款', columns: 'payment_no loan_no amount_fen reason reversed_on', shown: { reversed_on: '日期', loan_no: '借据号', amount_fen: '金额（元）' } },
  outside_payments: { part: paid, title: '线下还款', columns: 'reference loan_no payment_no amount_fen received_on taken_back_on', shown: { received_on: '日期', loan_no: '借据号', amount_fen: '金额（元）' } },
  refunds: { part: paid, title: '退款', columns: 'refund_no loan_no amount_fen card_id state owed_since is_goodwill', shown: { refund_no: '退款编号', loan_no: '借据号', amount_fen: '金额（元）', owed_since: '日期' } },
  refund_steps: { part: paid, title: '退款进度', columns: 'refund_no step_no state changed_at', shown: { refund_no: '退款编号', changed_at: '时间' }, without: { sent_by: staff } },
  bank_transfers: { part: paid, title: '银行转账', columns: 'kind transfer_no loan_no amount_fen confirmed_on', shown: { transfer_no: '编号', amount_fen: '金额（元）', confirmed_on: '到账日期' } },
  provider_transfers: { part: paid, title: '支付应用转账', columns: 'order_no provider kind amount_fen transferred_on', shown: { order_no: '订单号', amount_fen: '金额（元）', transferred_on: '日期' } },

  mall_orders: {
    part: '商城', title: '商城订单',
    columns: 'order_no draw_no request_no offer_no name picture price_fen months first_amount_fen state is_return_requested delivered_on reason started_at ordered_at changed_at delivery_sealed',
    shown: { order_no: '订单号', name: '商品', price_fen: '价格（元）', started_at: '下单时间' },
  },
  mall_order_owners: { leftOut: work },
}
