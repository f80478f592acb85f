import { codes } from '@qingzhou/contract/codes'

/** The messages of the files that staff hand over to others. */
// A table: one refusal, one line.
// oxfmt-ignore
export const fileRefusals = {
  'bureau-month-open':           [codes.accountState, () => '该月的报送记录尚未生成完毕，次月 1 日日终后可以生成文件'],
  'bureau-file-differs':         [codes.accountState, () => '与已生成的文件不一致，请确认贷款人名称和许可证号没有改动'],
  'partner-day-open':            [codes.accountState, () => '该日尚未与该出资方结算，次日日终后可以生成文件'],
  'partner-file-differs':        [codes.accountState, () => '与日终结算时的账务不一致，请先核对账务规则'],
} as const
