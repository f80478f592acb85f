import { leftOutReasons, type CopyPlan } from './copy-rule.ts'

const { index, secret, staff, risk, work, minutes } = leftOutReasons
const part = '身份和联系方式'
const account = '账户和登录'

/** Who the customer is, and the account. */
// A table: one line for each database table where it fits.
// oxfmt-ignore
export const personPlan: CopyPlan = {
  customers: {
    part, title: '客户',
    columns: 'customer_no user_id phone_sealed channel uri_id bank_partner_code registered_at retained_until',
    shown: { customer_no: '客户编号', phone_sealed: '登录手机号', registered_at: '注册时间', retained_until: '至少保存至' },
    without: { password_hash: secret },
  },
  id_cards: {
    part, title: '身份证',
    columns: 'name_sealed number_sealed nation_sealed address_sealed issue_agency_sealed issued_on expires_on saved_at front_file_no back_file_no',
    shown: { name_sealed: '姓名', number_sealed: '身份证号码', nation_sealed: '民族', address_sealed: '住址', issue_agency_sealed: '签发机关', issued_on: '有效期自', expires_on: '有效期至' },
    without: { name_phone_index: index, name_number_index: index },
  },
  id_card_photos: { part, title: '身份证照片', columns: 'side file_no reading_sealed read_at', shown: { file_no: '文件', read_at: '拍摄时间' }, without: { picture_hash: index } },
  id_card_history: {
    part, title: '以前的身份证',
    columns: 'history_no card_sealed front_file_no back_file_no saved_at replaced_at replaced_on change_kind reason has_new_name has_new_issuer is_holder_verified',
    shown: { saved_at: '登记时间', replaced_on: '更换日期' },
  },
  identities: { part, title: '实名认证', columns: 'verified_at released_at needs_face', shown: { verified_at: '认证时间' }, without: { number_index: index } },
  identity_matches: { leftOut: minutes },
  profiles: {
    part, title: '基本资料',
    columns: 'basic_sealed basic_draft_sealed company_sealed company_draft_sealed saved_at',
    shown: { basic_sealed: '个人资料', company_sealed: '单位资料', saved_at: '保存时间' },
  },
  profile_changes: { part, title: '资料修改记录', columns: 'change_no part before_sealed changed_at changed_on', shown: { changed_at: '修改时间', before_sealed: '修改前' } },
  customer_emails: { part, title: '邮箱', columns: 'email_no address_sealed used_at', shown: { address_sealed: '邮箱', used_at: '最近使用' }, without: { address_index: index } },
  phone_changes: {
    part, title: '更换手机号记录',
    columns: 'change_no method old_phone_sealed new_phone_sealed state started_at done_at',
    shown: { old_phone_sealed: '原号码', new_phone_sealed: '新号码', done_at: '完成时间' },
  },
  face_sessions: { part, title: '人脸核验', columns: 'face_session_no purpose business_no state opened_at passed_at held_until', shown: { opened_at: '发起时间', passed_at: '通过时间' } },
  face_attempts: {
    part, title: '人脸核验记录',
    columns: 'attempt_no face_session_no place actions front_file_no state reason judgement distance_ppm started_at counted_on ended_at frame_file_nos referred_at review_reason_sealed',
    shown: { started_at: '开始时间', ended_at: '结束时间' },
    without: { token_hash: secret, reviewed_by: staff, first_reviewed_by: staff, first_reviewed_at: staff },
  },
  face_orders: { leftOut: work },
  daily_attempts: { part, title: '每日核验次数', columns: 'kind day attempts', shown: { day: '日期', attempts: '次数' } },
  employee_roster: { leftOut: '由用人单位提供的名单，请向您的单位查询' },

  phones: { leftOut: index },
  linked_accounts: { part: account, title: '关联的应用', columns: 'provider open_id_sealed linked_at confirmed_at', shown: { provider: '应用', linked_at: '关联时间' }, without: { open_id_index: index } },
  consents: {
    part: account, title: '同意记录',
    columns: 'page_name page_version agreed_at ip_sealed device_sealed user_agent_sealed',
    shown: { page_name: '文本', page_version: '版本', agreed_at: '同意时间', ip_sealed: '网络地址' },
  },
  message_settings: { part: account, title: '消息设置', columns: 'accepts_campaigns changed_at', shown: { accepts_campaigns: '接收优惠活动短信', changed_at: '设置时间' } },
  terminals: { part: account, title: '手机型号与位置', columns: 'terminal_sealed saved_at', shown: { saved_at: '时间', terminal_sealed: '内容' }, without: { device_index: index } },
  sessions: {
    part: account, title: '登录记录',
    columns: 'device_name app opened_at expires_at last_used_at awaits_face',
    shown: { device_name: '设备', opened_at: '登录时间', last_used_at: '最近使用' },
    without: { secret_hash: secret, token_hash: secret, session_id: secret, device_hash: index },
  },
  session_devices: { part: account, title: '设备标识', columns: 'devices_sealed answered_at', shown: { answered_at: '时间', devices_sealed: '内容' }, without: { session_id: secret } },
  known_devices: { part: account, title: '用过的设备', columns: 'last_seen_at', shown: { last_seen_at: '最近使用' }, without: { device_hash: index } },
  last_visits: { part: account, title: '最近访问', columns: 'visited_on', shown: { visited_on: '日期' } },
  verifications: { leftOut: minutes },
  sms_codes: { leftOut: secret },
  sms_quotas: { leftOut: '当日短信次数的计数，次日清零' },
  password_attempts: { leftOut: secret },
  link_tokens: { leftOut: secret },
  document_links: { leftOut: minutes },
  file_links: { leftOut: minutes },
  customer_blocks: { leftOut: risk },
  staff: { leftOut: staff },
  staff_log: { leftOut: staff },
  staff_queue_events: { leftOut: staff },
  proposals: { leftOut: staff },
  proposal_notes: { leftOut: staff },
  operational_exceptions: { leftOut: work },
  tasks: { leftOut: work },
  erasures: { leftOut: '信息删除后才有的记录' },
}
