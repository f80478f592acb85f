import type { Database } from './database.ts'

class Undo extends Error {}

/** Inserting into a truncated table needs new blocks. Everything is rolled back. */
export async function writeToDatabase(database: Database): Promise<void> {
  try {
    await database.inTransaction(async (tx) => {
      await tx.query('TRUNCATE write_probe')
      await tx.query(
        `INSERT INTO write_probe (filler) SELECT rpad('', 7000, 'x') FROM generate_series(1, 8)`,
      )
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
}
