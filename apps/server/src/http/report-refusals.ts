import { codes } from '@qingzhou/contract/codes'

/** The messages about what the bureau and funding partners are told. */
// A table: one refusal, one line.
// oxfmt-ignore
export const reportRefusals = {
  'bureau-month-open':           [codes.accountState, () => '该月的报送记录尚未生成完毕，次月 1 日日终后可以生成文件'],
  'bureau-file-differs':         [codes.accountState, () => '与已生成的文件不一致，请确认贷款人名称和许可证号没有改动'],
  'partner-day-open':            [codes.accountState, () => '该日尚未与该出资方结算，次日日终后可以生成文件'],
  'partner-file-differs':        [codes.accountState, () => '与日终结算时的账务不一致，请先核对账务规则'],
  'bureau-event-unknown':        [codes.accountState, () => '没有找到这条报送记录，请刷新后查看'],
  'bureau-dispute-open':         [codes.accountState, () => '这条记录的异议正在核查，请等待答复'],
  'bureau-correction-needed':    [codes.accountState, () => '账务与报送内容一致，请填写与报送不同的更正内容'],
} as const
