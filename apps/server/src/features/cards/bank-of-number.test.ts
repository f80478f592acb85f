import { cards, CardType } from 'bankcard'
import { expect, it } from 'vitest'
import { bankOfNumber, hasIssueLength, supportedBanks } from './bank-of-number.ts'

it('[7.093] six digits identify the bank', () => {
  expect(bankOfNumber('621700')).toMatchObject({
    cardType: 'savings',
    bankCode: 'CCB',
    bankName: '建设银行',
    singleLimit: 50_000_00n,
  })
})

it('a credit card is distinguished from a savings card', () => {
  expect(bankOfNumber('625965')).toMatchObject({ cardType: 'credit' })
})

it('a bank that is not supported is named without limits', () => {
  const local = bankOfNumber('621779')
  expect(local).toMatchObject({ cardType: 'savings', bankName: expect.stringMatching(/./) })
  expect(local).not.toHaveProperty('singleLimit')
})

it('a number that begins with zeros has no issuing bank', () => {
  expect(bankOfNumber('000000')).toEqual({ cardType: 'unknown' })
})

it('a complete number must have the length of its issue', () => {
  expect(hasIssueLength('6222020000000000000')).toBe(true)
  expect(hasIssueLength('622202000000000000')).toBe(false)
})

it('every supported bank issues savings cards that are recognised', () => {
  for (const { bankCode, bankName } of supportedBanks) {
    const issues = cards.filter(
      (card) => card.bankCode === bankCode && card.cardType === CardType.DC,
    )
    const recognised = issues.map(({ cardBin }) => bankOfNumber(cardBin.padEnd(6, '0')))
    expect(recognised).toContainEqual(expect.objectContaining({ bankCode, bankName }))
  }
})
