import { parseArgs } from 'node:util'

export type Arguments = {
  /** The benchmarks to run. */
  readonly names: readonly string[]
  readonly isFull: boolean
  readonly isJson: boolean
  /** Prints a table for docs/performance.md as well. */
  readonly isMarkdown: boolean
  readonly load: LoadOptions
  /** How long a load is held. */
  readonly minutes: number
}

export type LoadOptions = {
  /** Calls per second. Undefined: each client sends the next call as soon as it has its answer. */
  readonly rate: number | undefined
  readonly seconds: number
}

const SECONDS_MAX = 24 * 60 * 60
const MINUTES_MAX = 24 * 60
const RATE_MAX = 100_000

/**
 * Parses the words after `npm run bench`; throws an error with a message if they are invalid. Without
 * a name, all run but those that take long.
 */
export function readArguments(
  words: readonly string[],
  known: readonly string[],
  long: readonly string[] = [],
): Arguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      full: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      rate: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '15' },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${known.join(', ')}.`)
  }
  return {
    names: known.filter((name) =>
      positionals.length > 0 ? positionals.includes(name) : !long.includes(name),
    ),
    isFull: values.full,
    isJson: values.json,
    isMarkdown: values.markdown,
    load: {
      rate: values.rate === undefined ? undefined : numberOf('rate', values.rate, RATE_MAX),
      seconds: numberOf('seconds', values.seconds, SECONDS_MAX),
    },
    minutes: numberOf('minutes', values.minutes, MINUTES_MAX),
  }
}

function numberOf(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value
  throw new Error(`--${name} is a whole number from 1 to ${max}.`)
}
