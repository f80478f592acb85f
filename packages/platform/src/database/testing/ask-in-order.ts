import { createDatabase } from '#database/pool.ts'

// A separate program: runs statements in the given order, many times, and fails at the first wrong
// answer.
const [url = '', order = ''] = process.argv.slice(2)
const database = createDatabase(url, { max: 3, onIdleError: () => {} })

async function ask(letter: string): Promise<void> {
  const [row] = await database.inTransaction((tx) =>
    tx.prepared<{ answer: string }>(`SELECT '${letter}' || $1::text AS answer`, [letter]),
  )
  if (row?.answer !== letter + letter)
    throw new Error(`statement ${letter} was answered with ${row?.answer}`)
}

for (let round = 0; round < 60; round += 1) await Promise.all(order.split('').map(ask))
await database.close()
