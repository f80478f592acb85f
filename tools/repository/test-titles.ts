/** A test's title: the ids of requirements in its brackets, and the words without them. */
export type TestTitle = { readonly ids: readonly string[]; readonly words: string }

const ID = String.raw`\d\.\d{3}`
/** `[5.017]`, `[2.171, 4.021]`, `[2.181–2.185]` */
const IDS = new RegExp(String.raw`\[(${ID}(?:(?:, |–)${ID})*)\] `)
const TITLE = String.raw`\(\s*(['"\`])((?:(?!\1)[^\\]|\\.)*)\1`
/** `it('…'`, `test.only('…'`, and the second call of `it.each(…)('…'` */
const CALLS = [
  new RegExp(String.raw`(?<![\w.])(?:it|test)(?:\.\w+)?${TITLE}`, 'g'),
  new RegExp(String.raw`\)${TITLE},`, 'g'),
]

/** The titles of the tests in a source file. */
export function titlesIn(text: string): TestTitle[] {
  return CALLS.flatMap((call) =>
    [...text.matchAll(call)].map(([, , title = '']) => ({
      ids: (IDS.exec(title)?.[1] ?? '').split(', ').filter(Boolean).flatMap(expand),
      words: title.replace(IDS, ''),
    })),
  )
}

/** All ids of a range: `2.181–2.183` is three. */
function expand(range: string): string[] {
  const [first = '', last = first] = range.split('–')
  const [section = '', from = ''] = first.split('.')
  const count = Number(last.split('.')[1]) - Number(from) + 1
  return Array.from(
    { length: count },
    (_, at) => `${section}.${String(Number(from) + at).padStart(3, '0')}`,
  )
}
