import { leftOutReasons, type CopyPlan } from './copy-rule.ts'

const { index, staff, work, minutes } = leftOutReasons
const part = '协议、证明和材料'

/** Agreements, certificates, evidence, files and messages. */
// A table: one line for each database table where it fits.
// oxfmt-ignore
export const documentsPlan: CopyPlan = {
  signed_agreements: {
    part, title: '已签协议',
    columns: 'agreement_no event code version title business_no text_sealed text_hash signed_at ip_sealed device_sealed user_agent_sealed loan_no',
    shown: { agreement_no: '协议编号', title: '名称', version: '版本', signed_at: '签署时间' },
  },
  certificates: {
    part, title: '证明',
    columns: 'certificate_no kind subject loan_no amount_fen settled_on issued_on issued_at holder_sealed code_sealed file_no digest',
    shown: { certificate_no: '证明编号', code_sealed: '校验码', issued_on: '开具日期' },
  },
  certificate_codes: { leftOut: index },
  certificate_requests: { part, title: '开具证明的申请', columns: 'request_no certificate_nos sent_to_sealed requested_at', shown: { requested_at: '时间', sent_to_sealed: '发送至' }, without: { fingerprint: work } },
  evidence: {
    part, title: '材料',
    columns: 'evidence_no subject subject_no loan_no state due_on round opened_at submitted_at submitted_on reviewed_at reason_sealed note_sealed reminded_of changed_at summary',
    shown: { evidence_no: '材料编号', submitted_at: '提交时间', reviewed_at: '审核时间' },
    without: { submitted_by: staff, reviewed_by: staff },
  },
  evidence_files: {
    part, title: '材料的文件',
    columns: 'file_no evidence_no round is_submitted name_sealed kind size pages uploaded_at',
    shown: { file_no: '文件', name_sealed: '名称', uploaded_at: '上传时间' },
    without: { uploaded_by: staff },
  },
  evidence_events: {
    part, title: '材料的处理记录',
    columns: 'evidence_no event_no act round done_at reason_sealed file_nos',
    shown: { evidence_no: '材料编号', done_at: '时间' },
    without: { done_by: staff },
  },
  hardship_documents: { part, title: '困难证明', columns: 'evidence_no note_sealed opened_at valid_until', shown: { evidence_no: '材料编号', note_sealed: '说明', valid_until: '有效期至' } },
  files: { part, title: '文件', columns: 'file_no kind stored_at', shown: { file_no: '文件', kind: '种类', stored_at: '保存时间' }, without: { digest: work, next_digest: work, seal_header: work, unreferenced_since: work } },
  uploads: { leftOut: minutes },
  upload_parts: { leftOut: minutes },
  data_copies: {
    part, title: '个人信息副本',
    columns: 'request_no state requested_at ready_at expires_at expired_at downloads downloaded_at bytes digest',
    shown: { requested_at: '申请时间', ready_at: '生成时间', downloaded_at: '最近下载' },
    without: { tables_read: work, tables_total: work, file_no: work },
  },

  outbox: {
    part: '消息', title: '短信',
    columns: 'message_no kind template text_sealed phone_sealed enqueued_at sent_at read_at',
    shown: { enqueued_at: '时间', text_sealed: '内容' },
    without: { parameters_sealed: '短信正文已列出', tried_at: work, refusal: work },
  },
  outbox_mails: { part: '消息', title: '邮件', columns: 'message_no kind content_sealed enqueued_at sent_at read_at', shown: { enqueued_at: '时间', content_sealed: '内容' } },
}
