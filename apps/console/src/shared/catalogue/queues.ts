import { catalogue } from '#platform/catalogue.ts'

/** Names of queues, and of what stands in them. */
export const queueMessages = catalogue({
  proposals: { zh: '待我处理', en: 'Waiting for me' },
  difference: { zh: '对账差异', en: 'Difference' },
  unmatched: { zh: '未匹配来账', en: 'Unmatched money' },
  'order-unknown': { zh: '结果未知', en: 'Outcome unknown' },
  'refund-failed': { zh: '退款失败', en: 'Failed refund' },
  'task-given-up': { zh: '任务放弃', en: 'Task given up' },
  'task-failing': { zh: '任务反复失败', en: 'Task failing' },
  'night-failed': { zh: '日终失败', en: 'Failed at night' },
  'loan-differs': { zh: '重算不一致', en: 'Loan differs' },
  'rule-broken': { zh: '账务规则未通过', en: 'Rule broken' },
  loanUse: { zh: '用途凭证', en: 'Loan-use evidence' },
  relief: { zh: '区域纾困证明', en: 'Forbearance evidence' },
  hardship: { zh: '困难证明', en: 'Hardship document' },
  face: { zh: '人脸核验', en: 'Face check' },
  credit: { zh: '额度申请', en: 'Credit application' },
  dispute: { zh: '征信异议', en: 'Bureau dispute' },
  unclaimed: { zh: '待认领', en: 'Unclaimed' },
  claimed: { zh: '处理中', en: 'In work' },
  proposed: { zh: '待复核', en: 'To be approved' },
  running: { zh: '系统处理中', en: 'System at work' },
  overdue: { zh: '超时', en: 'Overdue' },
  mine: { zh: '我认领的', en: 'Mine' },
  others: { zh: '他人认领', en: 'Others' },
  owner: { zh: '负责人', en: 'Owner' },
  state: { zh: '状态', en: 'State' },
  waiting: { zh: '已等待', en: 'Waiting' },
  customer: { zh: '客户', en: 'Customer' },
  number: { zh: '编号', en: 'Number' },
  kind: { zh: '类型', en: 'Kind' },
  object: { zh: '对象', en: 'About' },
  amount: { zh: '涉及金额', en: 'Amount at risk' },
  claim: { zh: '认领', en: 'Claim' },
  release: { zh: '放回队列', en: 'Release' },
  next: { zh: '领取下一件', en: 'Take the next' },
  none: { zh: '没有可领取的', en: 'Nothing to take' },
  open: {
    zh: (count: number) => `${count} 件待处理`,
    en: (count: number) => `${count} open`,
  },
  openWorth: {
    zh: (count: number, amount: string) => `${count} 件待处理，涉及 ${amount} 元`,
    en: (count: number, amount: string) => `${count} open, ${amount} yuan at risk`,
  },
  unitYuan: { zh: '单位：元', en: 'Unit: yuan' },
  age: {
    zh: (minutes: number) => {
      const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
      if (days > 0) return `${days} 天 ${hours} 小时`
      return hours > 0 ? `${hours} 小时 ${minutes % 60} 分` : `${minutes} 分`
    },
    en: (minutes: number) => {
      const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
      if (days > 0) return `${days} d ${hours} h`
      return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
    },
  },
})
