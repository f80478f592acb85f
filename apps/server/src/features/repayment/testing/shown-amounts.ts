import { displayYuan, type Money, yuan } from '@qingzhou/domain/money/money'

/** What the calls show of the same subject: the subject, then each value with the calls that show it. */
export type ShownAmounts = {
  readonly subjects: Map<string, Map<string, Set<string>>>
  /** Every amount in any answer, as text messages and papers write it. */
  readonly amounts: Set<string>
}

export function noAmounts(): ShownAmounts {
  return { subjects: new Map(), amounts: new Set() }
}

/** Parts of answers that show something else under the same names: another plan, or an earlier day. */
const OTHER_TIMES = new Set(['after', 'from'])

const OF_INSTALMENT = ['dueDate', 'amount', 'open', 'due', 'paid', 'waived'] as const
const OF_LOAN = ['amount', 'price', 'drawnOn', 'annualRate', 'payoff', 'principalLeft'] as const

/**
 * Notes every figure in an answer that belongs to a loan or to an instalment. An object without a
 * loan number belongs to the loan of the object around it.
 */
export function noteAnswer(shown: ShownAmounts, call: string, answer: unknown): void {
  walk(answer, { isNow: true })

  function walk(value: unknown, around: { loanNo?: string; isNow: boolean }): void {
    // Money is the only bigint with a meaning of its own here; a rate does no harm.
    if (typeof value === 'bigint') shown.amounts.add(displayYuan(value as Money))
    if (Array.isArray(value)) for (const one of value) walk(one, around)
    if (!isRecord(value)) return
    const { loanNo = around.loanNo } = value
    const known = typeof loanNo === 'string' ? { loanNo } : {}
    if (typeof loanNo === 'string' && around.isNow) noteFigures(loanNo, value)
    for (const [name, inner] of Object.entries(value)) {
      walk(inner, { ...known, isNow: around.isNow && !OTHER_TIMES.has(name) })
    }
  }

  function noteFigures(loanNo: string, fields: Readonly<Record<string, unknown>>): void {
    const { n } = fields
    const isInstalment = typeof n === 'number'
    for (const name of isInstalment ? OF_INSTALMENT : OF_LOAN) {
      // The price of goods is the amount of their loan.
      const figure = name === 'price' ? 'amount' : name
      const subject = isInstalment ? `${loanNo} #${n} ${figure}` : `${loanNo} ${figure}`
      note(shown, { subject, value: fields[name], call })
    }
  }
}

/** Notes one figure: an amount, a date, a rate, or the parts of an amount. */
export function note(
  shown: ShownAmounts,
  figure: { readonly subject: string; readonly value: unknown; readonly call: string },
): void {
  const { subject, value, call } = figure
  if (value === undefined) return
  if (isRecord(value)) {
    for (const [part, inner] of Object.entries(value)) {
      note(shown, { subject: `${subject}.${part}`, value: inner, call })
    }
    return
  }
  const text = typeof value === 'bigint' ? yuan(value as Money) : JSON.stringify(value)
  const values = shown.subjects.get(subject) ?? new Map<string, Set<string>>()
  shown.subjects.set(subject, values.set(text, (values.get(text) ?? new Set()).add(call)))
}

/** The subjects that two calls show differently. */
export function differences({ subjects }: ShownAmounts): string[] {
  return [...subjects]
    .filter(([, values]) => values.size > 1)
    .map(([subject, values]) => {
      const shown = [...values].map(([value, calls]) => `${value} by ${[...calls].join(', ')}`)
      return `${subject}: ${shown.join('; ')}`
    })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
