import type { PoolClient, QueryResultRow } from 'pg'
import { assertConfirmed } from '#database/confirmed-commits.ts'
import { sendInMessages } from './messages.ts'
import { parserOf } from './parsers.ts'

/** Off: every statement is a message of its own, and every request is admitted by itself. */
export type Pipeline = 'on' | 'off'

export type NamedStatement = {
  readonly sql: string
  readonly values: readonly unknown[]
  /** Undefined: it is not prepared. */
  readonly name: string | undefined
}

export type Answer = {
  readonly rows: readonly QueryResultRow[]
  /** The command that PostgreSQL carried out, such as `COMMIT`. */
  readonly command: string
}

/** Sends statements on a connection, in the order in which they are asked for. */
export type Sender = {
  readonly send: (statement: NamedStatement) => Promise<Answer>
  /** Sends several commands in one text. */
  readonly sendText: (sql: string) => Promise<Answer>
  /** Waits until all that was asked for is sent. */
  readonly end: () => Promise<void>
}

export function createSender(
  client: PoolClient,
  how: { readonly pipeline: Pipeline; readonly isInTransaction: boolean },
): Sender {
  return how.pipeline === 'on' ? sendInMessages(client, how) : sendOneByOne(client)
}

function sendOneByOne(client: PoolClient): Sender {
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<Answer>) => {
    const answer = last.then(async () => {
      const { rows, command } = await work()
      assertConfirmed(client)
      return { rows, command }
    })
    last = answer.catch(() => {})
    return answer
  }
  return {
    send: async ({ sql, values, name }) =>
      inOrder(async () =>
        client.query({
          text: sql,
          values: [...values],
          types,
          ...(name !== undefined && { name }),
        }),
      ),
    sendText: async (sql) => inOrder(async () => client.query(sql)),
    end: async () => void (await last),
  }
}

const types = { getTypeParser: parserOf }
