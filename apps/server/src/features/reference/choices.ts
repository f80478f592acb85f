import type { choiceKinds } from '@qingzhou/contract/features/reference'
import type { product } from '@qingzhou/domain/product'

export type ChoiceKind = (typeof choiceKinds)[number]
type Choice = { readonly code: string; readonly name: string }
type Purpose = (typeof product.purposes.accepted)[number]

/** Labels of the loan purposes that the product accepts. */
const purposes: Record<Purpose, string> = {
  daily: '日常消费',
  decoration: '房屋装修',
  travel: '旅游出行',
  education: '教育培训',
  medical: '医疗健康',
  shopping: '购物',
  other: '其他消费',
}

/** The options of pickers. The meaning of a code must never change. */
export const choices: Record<ChoiceKind, readonly Choice[]> = {
  marriage: numberChoices(['未婚', '已婚', '离异', '丧偶']),
  education: numberChoices([
    '初中及以下',
    '高中',
    '中专或技校',
    '大学专科',
    '大学本科',
    '硕士研究生',
    '博士研究生',
  ]),
  relation: numberChoices(['配偶', '父母', '子女', '兄弟姐妹', '其他亲属', '朋友', '同事', '同学']),
  industry: numberChoices([
    '农、林、牧、渔业',
    '采矿业',
    '制造业',
    '电力、热力、燃气及水生产和供应业',
    '建筑业',
    '批发和零售业',
    '交通运输、仓储和邮政业',
    '住宿和餐饮业',
    '信息传输、软件和信息技术服务业',
    '金融业',
    '房地产业',
    '租赁和商务服务业',
    '科学研究和技术服务业',
    '水利、环境和公共设施管理业',
    '居民服务、修理和其他服务业',
    '教育',
    '卫生和社会工作',
    '文化、体育和娱乐业',
    '公共管理、社会保障和社会组织',
    '国际组织',
  ]),
  position: numberChoices([
    '单位负责人',
    '中层管理人员',
    '基层管理人员',
    '专业技术人员',
    '办事人员',
    '商业、服务业人员',
    '生产、运输设备操作人员',
    '公务员或事业单位人员',
    '个体经营者',
    '自由职业者',
    '离退休人员',
    '其他',
    '在校学生',
  ]),
  income: numberChoices([
    '3,000 元以下',
    '3,000 至 4,999 元',
    '5,000 至 7,999 元',
    '8,000 至 9,999 元',
    '10,000 至 14,999 元',
    '15,000 至 19,999 元',
    '20,000 至 29,999 元',
    '30,000 元及以上',
  ]),
  purpose: Object.entries(purposes).map(([code, name]) => ({ code, name })),
  cancelReason: numberChoices([
    '暂时没有借款需要',
    '利率偏高',
    '额度不够用',
    '担心影响征信',
    '担心个人信息安全',
    '想改用其他产品',
    '操作不方便',
    '其他原因',
  ]),
  updateReason: numberChoices([
    '身份证已到期，换了新证',
    '身份证遗失后补办',
    '公安机关已变更姓名',
    '户籍迁移，签发机关变更',
    '手机号已更换',
    '其他原因',
  ]),
}

export function isChoice(kind: ChoiceKind, code: string): boolean {
  return choices[kind].some((choice) => choice.code === code)
}

/** The code of a name that a picker offers. */
export function codeOfChoice(kind: ChoiceKind, name: string): string | undefined {
  return choices[kind].find((choice) => choice.name === name)?.code
}

function numberChoices(names: readonly string[]): readonly Choice[] {
  return names.map((name, index) => ({ code: String(index + 1).padStart(2, '0'), name }))
}

type Choices = { [K in ChoiceKind]?: { code: string; name: string }[] }

/** The requested lists. */
export function choicesOf(kinds: readonly ChoiceKind[]): { choices: Choices } {
  const lists: Choices = {}
  for (const kind of kinds) lists[kind] = [...choices[kind]]
  return { choices: lists }
}
