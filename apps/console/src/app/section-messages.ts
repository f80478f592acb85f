import { catalogue } from '#platform/catalogue.ts'

/** The names of the sections in the navigation. */
export const sectionMessages = catalogue({
  home: { zh: '首页', en: 'Home' },
  inbox: { zh: '待我处理', en: 'Inbox' },
  customers: { zh: '客户', en: 'Customers' },
  reviews: { zh: '审核', en: 'Reviews' },
  exceptions: { zh: '异常', en: 'Exceptions' },
  access: { zh: '成员与日志', en: 'Staff and log' },
})
