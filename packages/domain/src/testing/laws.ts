import type { Entry } from '#ledger/entries.ts'
import { positionOf } from '#ledger/position.ts'
import { partNames, type PartName } from '#loans/loan.ts'
import { fen, ZERO, type Money } from '#money/money.ts'
import { computePayoff } from '#testing/change-laws.ts'
import { fail, type Life, type TrackedLoan } from '#testing/life.ts'

/** Law 6: the balance of each account equals the loan's own figure. */
export function checkLedger(life: Life, lived: TrackedLoan): void {
  const { past, received, overpaid, refunded, origin, reversedOn } = lived
  const position = positionOf(past.loan, life.today)
  const balances = balancesOf(lived)
  for (const part of partNames) {
    const balance = balances.get(part) ?? 0n
    if (balance !== position[part]) {
      fail(life, `law 6: ${part} is ${balance} by its entries, ${position[part]} by the loan`)
    }
  }
  if (reversedOn || origin !== 'draw') return
  const money = (balances.get('clearing') ?? 0n) + (balances.get('conversion') ?? 0n)
  const cash = received - refunded - past.loan.amount
  if (money !== cash) fail(life, `law 6: ${money} of cash by its entries, ${cash} moved`)
  const payable = -(balances.get('refunds-payable') ?? 0n)
  if (payable !== overpaid - refunded) fail(life, `law 6: ${payable} is payable back`)
}

function balancesOf({ entries }: TrackedLoan): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  for (const { debit, credit, amount } of entries) {
    balances.set(debit, (balances.get(debit) ?? 0n) + amount)
    balances.set(credit, (balances.get(credit) ?? 0n) - amount)
  }
  return balances
}

/** Realised cost: what a loan costs if it ends today is within the cap. */
export function checkRealisedCost(life: Life, lived: TrackedLoan): void {
  const { past, reference, received, overpaid, takenOver, reversedOn, earnsUntil } = lived
  const capPpm = past.loan.conventions.late.ratePpmMax
  if (reversedOn || capPpm === undefined) return
  const cost = received - overpaid + computePayoff(life.today, past.loan) - takenOver
  const isEarning = earnsUntil !== undefined && earnsUntil > life.today
  const exposure = isEarning ? reference.exposureBy(earnsUntil) : reference.exposure(life.today)
  const most = (capPpm * exposure) / 365_000_000n
  if (cost > most) fail(life, `realised cost: ${cost} is charged, ${most} is the most`)
}

/** Law 4: after a reversal all payments are payable back, and every account is zero. */
export function checkReturned(life: Life, lived: TrackedLoan, paidBack: Money): void {
  if (paidBack + lived.overpaid !== lived.received) {
    fail(life, `law 4: ${paidBack} of ${lived.received} goes back`)
  }
  for (const [account, balance] of balancesOf(lived)) {
    const isOfCustomer = account === 'refunds-payable' || account === 'clearing'
    if (!isOfCustomer && balance !== 0n) fail(life, `law 4: ${account} keeps ${balance}`)
  }
}

/** The waived amounts of a loan, part by part, from its entries. */
export function waivedAmountsOf({ entries }: TrackedLoan): Record<PartName, Money> {
  const totals = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }
  const count = (account: Entry['debit'], part: Entry['debit'], amount: bigint) => {
    if (account !== 'waived') return
    for (const name of partNames) if (name === part) totals[name] = fen(totals[name] + amount)
  }
  for (const { debit, credit, amount } of entries) {
    count(debit, credit, amount)
    count(credit, debit, 0n - amount)
  }
  return totals
}
