import { zipSync } from 'fflate'
import { yuanOf } from './format.ts'

export type BillRow = {
  readonly orderNo: string
  readonly kind: string
  readonly amountFen: string
  /** The payment of a refund. */
  readonly paymentNo?: string
}

const columns = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '商品名称',
  '订单金额（元）',
  '商家实收（元）',
  '退款批次号/请求号',
  '备注',
]

/** The bill of a day as the app makes it: details and totals, CSV in GBK, each field with a tab. */
export function billZip(rows: readonly BillRow[]): Buffer {
  const lines = rows.map(({ orderNo, kind, amountFen, paymentNo }) => {
    const isRefund = kind === 'refund'
    const amount = `${isRefund ? '-' : ''}${yuanOf(amountFen)}`
    const [tradeNo, requestNo] = isRefund ? [paymentNo ?? '', orderNo] : [orderNo, '']
    const type = isRefund ? '退款' : '交易'
    return [`T${tradeNo}`, tradeNo, type, '借款还款', amount, amount, requestNo, '']
      .map((field) => `${field}\t`)
      .join(',')
  })
  const details = ['#支付宝业务明细查询', columns.join(','), ...lines, '#业务明细列表结束', '']
  const totals = ['#支付宝业务汇总查询', '门店编号,交易订单总笔数', `,${rows.length}`, '']
  return Buffer.from(
    zipSync({ 'details.csv': gbk(details.join('\r\n')), 'totals.csv': gbk(totals.join('\r\n')) }),
  )
}

/** Node.js decodes GBK and does not encode it: the table is the decoder, read backwards. */
function gbk(text: string): Uint8Array {
  codes ??= gbkCodes()
  return Buffer.concat(
    Array.from(text, (character) => codes?.get(character) ?? Buffer.from(character, 'latin1')),
  )
}

let codes: ReadonlyMap<string, Buffer> | undefined

function gbkCodes(): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder('gbk')
  const table = new Map<string, Buffer>()
  for (let high = 0x81; high < 0xff; high += 1) {
    for (let low = 0x40; low < 0xff; low += 1) {
      const code = Buffer.from([high, low])
      const character = decoder.decode(code)
      if (Array.from(character).length === 1) table.set(character, code)
    }
  }
  return table
}
