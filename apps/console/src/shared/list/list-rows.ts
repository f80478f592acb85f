/** A row with its number and the text of its cells, by which a change is seen. */
export type ShownRow<Row> = {
  readonly no: string
  readonly row: Row
  readonly digest: string
  readonly isChanged: boolean
}

/** What a list shows, and how many rows wait behind its button. */
export type ListView<Row> = { readonly rows: readonly ShownRow<Row>[]; readonly waiting: number }

type NamedRow<Row> = { readonly no: string; readonly row: Row; readonly digest: string }

/**
 * Brings a refresh into the shown rows. They keep their place: a changed one is marked, one that is gone
 * stays, and new ones wait until they are requested.
 */
export function refreshRows<Row>(
  shown: ListView<Row>,
  fresh: readonly NamedRow<Row>[],
): ListView<Row> {
  const byNo = new Map(fresh.map((one) => [one.no, one]))
  const known = new Set(shown.rows.map(({ no }) => no))
  const rows = shown.rows.map((old) => {
    const now = byNo.get(old.no)
    if (!now) return old
    return { ...now, isChanged: old.isChanged || now.digest !== old.digest }
  })
  return { rows, waiting: fresh.filter(({ no }) => !known.has(no)).length }
}

/** Adds a further page below the shown rows. */
export function appendRows<Row>(
  shown: ListView<Row>,
  page: readonly NamedRow<Row>[],
): ListView<Row> {
  const known = new Set(shown.rows.map(({ no }) => no))
  const added = page.filter(({ no }) => !known.has(no))
  return { ...shown, rows: [...shown.rows, ...withoutMarks(added)] }
}

/** Shows the rows as they are now. */
export function replaceRows<Row>(fresh: readonly NamedRow<Row>[]): ListView<Row> {
  return { rows: withoutMarks(fresh), waiting: 0 }
}

/** Takes the mark off a row that was looked at. */
export function seenRow<Row>(shown: ListView<Row>, no: string): ListView<Row> {
  return {
    ...shown,
    rows: shown.rows.map((row) => (row.no === no ? { ...row, isChanged: false } : row)),
  }
}

function withoutMarks<Row>(rows: readonly NamedRow<Row>[]): ShownRow<Row>[] {
  return rows.map((row) => ({ ...row, isChanged: false }))
}
