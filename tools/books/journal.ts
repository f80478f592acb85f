import type { Chart } from '@qingzhou/domain/books/chart'
import type { BookEntry, BookLine } from '@qingzhou/domain/books/general-ledger'
import { subtract, yuan } from '@qingzhou/domain/money/money'

export const journalFormats = ['csv', 'hledger'] as const
export type JournalFormat = (typeof journalFormats)[number]

/** The lines of the journal in a format, with the numbers and names of a chart. [X8, X9] */
export function formatJournal(
  entries: readonly BookEntry[],
  { format, chart }: { readonly format: JournalFormat; readonly chart: Chart },
): string[] {
  if (format === 'hledger') return entries.flatMap((entry) => hledgerLines(entry, chart))
  const head = 'day,entry,event,product,partners,account,number,name,debit,credit'
  return [
    head,
    ...entries.flatMap((entry, index) => csvLines(entry, { entryNo: index + 1, chart })),
  ]
}

function csvLines(
  { day, event, product, partners, lines }: BookEntry,
  { entryNo, chart }: { readonly entryNo: number; readonly chart: Chart },
): string[] {
  return lines.map(({ account, debit, credit }) => {
    const { number, name } = chart[account]
    const cells = [day, entryNo, event, product, partners, account, number, name]
    return [...cells, yuan(debit), yuan(credit)].join(',')
  })
}

function hledgerLines({ day, event, product, partners, lines }: BookEntry, chart: Chart): string[] {
  const tags = [
    ...(product === '' ? [] : [`product:${product}`]),
    ...(partners === '' ? [] : [`partners:${partners}`]),
  ]
  const title = tags.length === 0 ? `${day} ${event}` : `${day} ${event}  ; ${tags.join(', ')}`
  return [title, ...lines.map((line) => `    ${hledgerPosting(line, chart)}`), '']
}

/** Two spaces end the name of an account. */
function hledgerPosting({ account, debit, credit }: BookLine, chart: Chart): string {
  const { number, name } = chart[account]
  return `${number} ${name}  CNY ${yuan(subtract(debit, credit))}`
}
