export type CardSide = 'front' | 'back'

/** What is printed on a card. Dates are YYYYMMDD; a card without an end says 长期. */
export type CardDetails = {
  readonly name: string
  readonly sex: '男' | '女'
  /** Without 族, as it is printed. */
  readonly nation: string
  readonly birth: string
  readonly address: string
  readonly number: string
  readonly issueAgency: string
  readonly validFrom: string
  readonly validUntil: string
}
