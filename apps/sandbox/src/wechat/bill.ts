import { yuanOf } from '#alipay/format.ts'
import type { BillRow } from '#alipay/bill.ts'

const columns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const totals =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

/** The trade bill of a day as the app makes it: UTF-8 with a mark, a backtick before each value. */
export function tradeBill(rows: readonly BillRow[]): Buffer {
  const lines = rows.map(({ orderNo, kind, amountFen, paymentNo }) => {
    const isRefund = kind === 'refund'
    const amount = yuanOf(amountFen)
    const values: Record<string, string> = {
      商户订单号: isRefund ? (paymentNo ?? '') : orderNo,
      交易状态: isRefund ? 'REFUND' : 'SUCCESS',
      货币种类: 'CNY',
      商品名称: '借款还款',
      订单金额: isRefund ? '0.00' : amount,
      申请退款金额: isRefund ? amount : '0.00',
      商户退款单号: isRefund ? orderNo : '0',
      退款状态: isRefund ? 'SUCCESS' : '',
    }
    return columns
      .split(',')
      .map((name) => `\`${values[name] ?? ''}`)
      .join(',')
  })
  const end = [totals, `\`${rows.length},\`0.00,\`0.00,\`0.00,\`0.00,\`0.00,\`0.00`, '']
  return Buffer.from(`\uFEFF${[columns, ...lines, ...end].join('\r\n')}`)
}
