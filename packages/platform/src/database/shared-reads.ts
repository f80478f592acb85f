import type { QueryResultRow } from 'pg'
import type { Queryable } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'

type Read = {
  readonly sql: string
  readonly values: readonly unknown[] | undefined
  readonly answer: PromiseWithResolvers<QueryResultRow[]>
}

/** More would make the first wait long for the last: their answers come together. */
const TOGETHER_MAX = 64

/**
 * Sends the reads that calls ask for in one turn of the event loop as one message: most of what a
 * small statement costs is its message. If one fails, each is asked again on its own, so a call fails
 * only by its own reads.
 */
export function shareReads(deps: {
  readonly inOneMessage: <Result>(work: (db: Queryable) => Promise<Result>) => Promise<Result>
  readonly alone: Queryable['query']
}): Queryable {
  let waiting: Read[] = []
  const send = async (reads: readonly Read[]): Promise<void> => {
    try {
      const answers = await deps.inOneMessage((db) =>
        Promise.all(reads.map(({ sql, values }) => db.query<QueryResultRow>(sql, values))),
      )
      for (const [index, rows] of answers.entries()) reads[index]?.answer.resolve(rows)
    } catch (error) {
      const isRepeated = !(error instanceof DatabaseUnavailable)
      for (const { sql, values, answer } of reads) {
        if (isRepeated) deps.alone<QueryResultRow>(sql, values).then(answer.resolve, answer.reject)
        else answer.reject(error)
      }
    }
  }
  const sendAll = () => {
    const reads = waiting
    waiting = []
    for (let from = 0; from < reads.length; from += TOGETHER_MAX) {
      void send(reads.slice(from, from + TOGETHER_MAX))
    }
  }
  return {
    query: async <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => {
      const answer = Promise.withResolvers<QueryResultRow[]>()
      if (waiting.push({ sql, values, answer }) === 1) process.nextTick(sendAll)
      // The caller names the type of its rows; a test compares it with the schema.
      return (await answer.promise) as Row[]
    },
  }
}
