import pino from 'pino'

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The server's log: events and figures, nothing about a person. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields, cause?: unknown): void
  error(event: string, fields?: LogFields, cause?: unknown): void
}

export type LogSettings = {
  readonly level: string
  /** Where the lines go; the standard output unless a test wants to read them. */
  readonly destination?: pino.DestinationStream
}

/** One JSON object a line. Every text goes through `scrubbed`, whoever wrote it. */
export function createLog({ level, destination }: LogSettings): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ sync: false }),
  )
  return {
    info: (event, fields = {}) => logger.info(scrubbedFields(fields), event),
    warn: (event, fields = {}, cause) => logger.warn(lineOf(fields, cause), event),
    error: (event, fields = {}, cause) => logger.error(lineOf(fields, cause), event),
  }
}

function lineOf(fields: LogFields, cause: unknown): Record<string, unknown> {
  return { ...scrubbedFields(fields), ...(cause !== undefined && { cause: described(cause) }) }
}

/**
 * Takes out whatever could be a person's: long runs of digits (phone, ID number, card), long runs
 * of letters and digits (tokens, hashes), Chinese text (names, addresses), e-mail addresses. The text
 * is shortened first, and every pattern is linear: `tools/patterns.test.ts` tries them all.
 */
export function scrubbed(text: string): string {
  return (
    text
      .slice(0, TEXT_MAX)
      // A word is tried from its first character only; tried from each, it would cost its square.
      .replaceAll(/(?<![^\s@"'])[^\s@"']+@[^\s@"']+/g, '·@·')
      .replaceAll(/\p{Script=Han}+/gu, '·')
      .replaceAll(/[\w-]{28,}/g, '…')
      .replaceAll(/\d{5,}[xX]?/g, '#')
  )
}

const TEXT_MAX = 2000

function scrubbedFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && !UNTOUCHED.has(name) ? scrubbed(value) : value,
    ]),
  )
}

/** Made by the server itself, and needed whole to find a line again. */
const UNTOUCHED = new Set(['requestId', 'call', 'code', 'keyId'])

/** An error's own words may quote what a person typed; its frames never do. */
function described(cause: unknown, depth = 0): Record<string, unknown> {
  if (!(cause instanceof Error)) return { name: typeof cause }
  const stack = (cause.stack ?? '').slice(0, STACK_MAX)
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    name: cause.name,
    message: scrubbed(cause.message),
    ...('code' in cause && typeof cause.code === 'string' && { code: scrubbed(cause.code) }),
    frames: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
    ...(cause.cause !== undefined &&
      depth < CAUSES_MAX && { cause: described(cause.cause, depth + 1) }),
  }
}

const STACK_MAX = 20_000
const FRAMES_MAX = 12
const CAUSES_MAX = 3
