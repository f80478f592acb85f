import { catalogue } from '#platform/catalogue.ts'

export const accessMessages = catalogue({
  members: { zh: '成员', en: 'Members' },
  sessions: { zh: '会话', en: 'Sessions' },
  log: { zh: '日志', en: 'Log' },
  number: { zh: '工号', en: 'Number' },
  username: { zh: '用户名', en: 'Username' },
  name: { zh: '姓名', en: 'Name' },
  roles: { zh: '角色', en: 'Roles' },
  operator: { zh: '操作员', en: 'Operator' },
  reviewer: { zh: '审核员', en: 'Reviewer' },
  admin: { zh: '管理员', en: 'Administrator' },
  auditor: { zh: '审计员', en: 'Auditor' },
  state: { zh: '状态', en: 'State' },
  active: { zh: '可登录', en: 'Active' },
  ended: { zh: '已到期', en: 'Ended' },
  disabled: { zh: '已停用', en: 'Disabled' },
  accessEndsOn: { zh: '到期日', en: 'Last day' },
  secondFactor: { zh: '动态验证码', en: 'Authenticator' },
  oidc: { zh: '统一身份', en: 'OpenID' },
  password: { zh: '登录密码', en: 'Password' },
  chosen: { zh: '本人已设置', en: 'Chosen by the member' },
  unchosen: { zh: '尚未设置', en: 'Not chosen yet' },
  issue: { zh: '领取首次登录密码', en: 'Issue the first password' },
  issueHint: {
    zh: '首次登录密码分成两半，由两名管理员各领取一半，分别交给本人；再次领取会重新生成。',
    en: 'Two administrators are each shown one half and hand it to the member. Asking again starts over.',
  },
  halfTitle: {
    zh: (half: number) => `首次登录密码的${half === 1 ? '前' : '后'}半段`,
    en: (half: number) => `${half === 1 ? 'First' : 'Second'} half of the first password`,
  },
  halfNext: {
    zh: (half: number, until: string) =>
      half === 1
        ? `仅显示这一次，请亲自交给本人；后半段须由另一名管理员领取。${until} 前有效。`
        : `仅显示这一次，请亲自交给本人；接在前半段之后使用。${until} 前有效。`,
    en: (half: number, until: string) =>
      half === 1
        ? `Shown only now; hand it to the member. Another administrator issues the second half. Valid until ${until}.`
        : `Shown only now; hand it to the member. It follows the first half. Valid until ${until}.`,
  },
  yes: { zh: '已启用', en: 'Yes' },
  no: { zh: '未启用', en: 'No' },
  openSessions: { zh: '会话数', en: 'Sessions' },
  openedAt: { zh: '登录时间', en: 'Signed in' },
  expiresAt: { zh: '到期时间', en: 'Expires' },
  own: { zh: '当前会话', en: 'This session' },
  endSession: { zh: '结束会话', en: 'End the session' },
  unlock: { zh: '解除登录锁定', en: 'Open the sign-in lock' },
  proposeHint: {
    zh: '以下变更须由另 1 名管理员复核后生效',
    en: 'Another administrator has to approve these changes',
  },
  atOnce: { zh: '以下操作立即生效', en: 'These take effect at once' },
  reset: { zh: '重置动态验证码', en: 'Reset the authenticator' },
  logNo: { zh: '序号', en: 'Row' },
  doneAt: { zh: '时间', en: 'Time' },
  actor: { zh: '操作人', en: 'Who' },
  act: { zh: '操作', en: 'Act' },
  customer: { zh: '客户', en: 'Customer' },
  about: { zh: '内容', en: 'About' },
  command: { zh: '命令行', en: 'Command' },
  nobody: { zh: '未登录', en: 'Nobody' },
  sinceDay: { zh: (day: string) => `${day} 起`, en: (day: string) => `From ${day}` },
  verify: { zh: '校验日志', en: 'Verify the log' },
  verifying: {
    zh: (rows: number) => `正在校验，已到第 ${rows} 行`,
    en: (rows: number) => `Verifying, row ${rows}`,
  },
  sound: {
    zh: (rows: number) => `${rows} 行均未被改动`,
    en: (rows: number) => `All ${rows} rows are as written`,
  },
  broken: {
    zh: (row: number) => `第 ${row} 行被改动或缺失`,
    en: (row: number) => `Row ${row} was changed or is gone`,
  },
  failed: { zh: '未完成，请重试', en: 'Not finished, try again' },
  emptyTitle: { zh: '没有符合条件的记录', en: 'Nothing matches' },
  emptyText: { zh: '请更换筛选条件后查看。', en: 'Choose other filters.' },
})
