import { checkPartnerRows } from '@qingzhou/domain/funding/check-partner-rows'
import { partnersOn } from '@qingzhou/domain/funding/choose-partners'
import {
  partnerRowText,
  readPartnerRow,
  type PartnerRow,
  type PartnerTerms,
} from '@qingzhou/domain/funding/partner-rows'
import { displayYuan } from '@qingzhou/domain/money/money'
import { displayShare } from '@qingzhou/domain/money/rate'
import { productNames } from '@qingzhou/domain/product'
import {
  insertPartnerRows,
  lockPartners,
  readExposures,
  readPartnerRows,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { lender } from '@qingzhou/platform/config/brand'
import { orRefuse } from '@qingzhou/platform/refused'
import { proposalKind } from '#features/proposals/index.ts'
import { rowsField } from './rows-field.ts'

const ROWS_MAX = 100

/** Records who funds loans together with the lender, all rows or none. [Z1, Z2] */
export const recordFundingPartners = proposalKind<{ readonly rows: string }>({
  kind: 'record-funding-partners',
  fields: { rows: rowsField(ROWS_MAX, (line) => partnerRowText(orRefuse(readPartnerRow(line)))) },
  touches: ['facts'],
  describe: async ({ database }, { rows }) => {
    const stored = await readPartnerRows(database)
    return rowsOf(rows).map((row) => lineOf(row, stored))
  },
  perform: async ({ database }, { rows: text }, { proposalNo }) => {
    const rows = rowsOf(text)
    await database.inTransaction(async (tx) => {
      await lockPartners(tx)
      const stored = await readPartnerRows(tx)
      const [today, exposures] = [await readBusinessDate(tx), await readExposures(tx, undefined)]
      orRefuse(checkPartnerRows(rows, { stored, today, exposures, lender: lender.kind }))
      await insertPartnerRows(tx, { rows, proposalNo })
    })
    return `rows=${rows.length}`
  },
})

function rowsOf(text: string): PartnerRow[] {
  return text.split('\n').map((line) => orRefuse(readPartnerRow(line)))
}

function lineOf(
  { partnerNo, day, state, terms }: PartnerRow,
  stored: readonly PartnerRow[],
): string {
  const before = partnersOn(stored, day).find((partner) => partner.partnerNo === partnerNo)
  const name = `出资方 ${partnerNo}`
  if (!terms) return `${name}：${day} 起${state === 'paused' ? '暂停新增' : '终止'}`
  const was = before ? `（原：${termsText(before.terms)}）` : ''
  return `${name}：${day} 起 ${termsText(terms)}${was}`
}

function termsText(terms: PartnerTerms): string {
  const tiers = terms.tiers.map(
    ({ product, amountMin, sharePpm }) =>
      `${productNames[product]} ${displayYuan(amountMin)} 元起 ${displayShare(sharePpm)}`,
  )
  return [
    `${terms.name}（许可证 ${terms.licenceNo}）`,
    ...tiers,
    `自有不低于 ${displayShare(terms.ownPpmMin)}`,
    `单一客户 ${displayYuan(terms.customerMax)} 元`,
    `总额 ${displayYuan(terms.totalMax)} 元`,
    terms.otherwise === 'own' ? '不出资时由本公司出资' : '不出资时不放款',
  ].join('，')
}
