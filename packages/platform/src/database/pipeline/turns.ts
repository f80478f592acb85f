import { DatabaseUnavailable } from '#database/database-unavailable.ts'
import type { Pipeline } from './sender.ts'

/**
 * Answers what is asked for in one turn of the event loop by few messages: most of what a small
 * statement costs is its message. If a message fails, each item is asked for by itself, so it fails
 * only by its own fault. After a lost connection nothing is repeated.
 */
export function askPerTurn<Item, Answer>(deps: {
  readonly pipeline: Pipeline
  /** The items of a message: more would make the first wait long for the last. */
  readonly max: number
  readonly ask: (items: readonly Item[]) => Promise<readonly Answer[]>
  readonly askOne: (item: Item) => Promise<Answer>
  /** Items with the same key are never in one message. */
  readonly keysOf?: (item: Item) => readonly string[]
}): (item: Item) => Promise<Answer> {
  if (deps.pipeline === 'off') return deps.askOne
  let waiting: Waiting<Item, Answer>[] = []
  const send = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await deps.ask(batch.map(({ item }) => item))
      for (const [index, answer] of answers.entries()) batch[index]?.answer.resolve(answer)
    } catch (error) {
      const isRepeated = !(error instanceof DatabaseUnavailable)
      for (const { item, answer } of batch) {
        if (isRepeated) deps.askOne(item).then(answer.resolve, answer.reject)
        else answer.reject(error)
      }
    }
  }
  const sendAll = () => {
    const asked = waiting
    waiting = []
    for (const batch of batchesOf(asked, deps)) void send(batch)
  }
  return async (item) => {
    const answer = Promise.withResolvers<Answer>()
    if (waiting.push({ item, answer }) === 1) setImmediate(sendAll)
    return answer.promise
  }
}

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly answer: PromiseWithResolvers<Answer>
}

function batchesOf<Item, Answer>(
  asked: readonly Waiting<Item, Answer>[],
  how: { readonly max: number; readonly keysOf?: (item: Item) => readonly string[] },
): Waiting<Item, Answer>[][] {
  const batches: Waiting<Item, Answer>[][] = []
  let seen = new Set<string>()
  for (const one of asked) {
    const keys = how.keysOf?.(one.item) ?? []
    const last = batches.at(-1)
    if (!last || last.length === how.max || keys.some((key) => seen.has(key))) {
      batches.push([one])
      seen = new Set(keys)
    } else {
      last.push(one)
      for (const key of keys) seen.add(key)
    }
  }
  return batches
}
