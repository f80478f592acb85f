import { catalogue } from '#platform/catalogue.ts'

export const listMessages = catalogue({
  all: { zh: '全部', en: 'All' },
  columns: { zh: '列', en: 'Columns' },
  exportCsv: { zh: '导出 CSV', en: 'Export CSV' },
  exporting: { zh: '正在导出', en: 'Exporting' },
  exportFailed: { zh: '导出未完成，请重试', en: 'The export did not finish, please retry' },
  more: { zh: '显示更多', en: 'Show more' },
  newRows: {
    zh: (count: number) => `${count} 条新记录`,
    en: (count: number) => `${count} new`,
  },
  about: { zh: (count: string) => `约 ${count} 条`, en: (count: string) => `about ${count}` },
  changedHint: { zh: '左侧黄线：刚更新，未查看', en: 'Amber line: changed, not seen yet' },
  sortedUp: { zh: '升序', en: 'ascending' },
  sortedDown: { zh: '降序', en: 'descending' },
  move: { zh: '移动', en: 'Move' },
  open: { zh: '打开', en: 'Open' },
  act: { zh: '处理', en: 'Act' },
  refreshFailed: { zh: '未能更新，显示的是', en: 'Not updated, as of' },
})
