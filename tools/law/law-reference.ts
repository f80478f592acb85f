import { law } from '@qingzhou/domain/law/law'
import type { LawEntry } from '@qingzhou/domain/law/law-entry'

const HEAD = `# Rules of law

What the law requires of the lender, where the product does it, the test of a violation, and what an examiner is shown. Made from
[law.ts](../packages/domain/src/law/law.ts) by \`npm run reference\`. Instruments, articles and days are the state known to the authors: **each is to be confirmed by the lender's counsel before use.**
\`npm run law -- --on 2027-12-31\` lists what would break a rule on a day. A figure of the product that breaks an entry is refused by its id
(\`listLawBreaks\`), and so is a request, by the refusal in the table (\`lawsOf\`).

| Id | Instrument | In force | Lenders | Requires | Rule | Built | Test | Refused as | Evidence |
|---|---|---|---|---|---|---|---|---|---|
`

/** The table of law as Markdown. */
export function lawReference(): string {
  return HEAD + Object.entries<LawEntry>(law).map(rowOf).join('')
}

function rowOf([id, entry]: readonly [string, LawEntry]): string {
  const { instrument, article, from, until = '', lenderKinds, rule = '' } = entry
  const requires = entry.gap ? `${entry.requires} **Not done:** ${entry.gap}` : entry.requires
  const refusedAs = (entry.refusedAs ?? []).map((kind) => `\`${kind}\``).join(', ')
  const cells = [
    `\`${id}\``,
    `${instrument} ${article}`,
    `${from} – ${until}`,
    lenderKinds.join(', '),
    requires,
    rule,
    `\`${entry.built}\``,
    entry.test,
    refusedAs,
    entry.evidence,
  ]
  return `| ${cells.join(' | ')} |\n`
}
