import { createHash } from 'node:crypto'

type KnownText = { uses: number; readonly name: string; readonly changesSession: boolean }

/** A text that holds values instead of parameters would otherwise fill the memory. */
const KNOWN_MAX = 5_000
/** Fewer uses do not pay for a plan that every connection keeps. */
const FREQUENT = 3

const known = new Map<string, KnownText>()

function findKnown(sql: string): KnownText {
  const found = known.get(sql)
  if (found) return found
  if (known.size >= KNOWN_MAX) known.clear()
  const next = { uses: 0, name: nameOf(sql), changesSession: SESSION_CHANGE.test(sql) }
  known.set(sql, next)
  return next
}

/**
 * The name is derived from the text: behind a pooler many programs share a connection, so a name
 * must always mean the same statement.
 */
function nameOf(sql: string): string {
  return `q_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
}

export function alwaysNamed(sql: string): string {
  return findKnown(sql).name
}

/** A name from the third use on. */
export function nameIfFrequent(sql: string): string | undefined {
  const statement = findKnown(sql)
  statement.uses += 1
  return statement.uses < FREQUENT ? undefined : statement.name
}

/** Whether a text may be several commands, which cannot be prepared. */
export function hasSeveralCommands(sql: string): boolean {
  return sql.includes(';')
}

/**
 * Whether a statement may leave a changed setting in its session, such as the role. The connection
 * is dropped after it.
 */
export function changesSession(sql: string): boolean {
  return findKnown(sql).changesSession
}

/** Whether a statement may change how later ones of its transaction are planned. */
export function changesPlanner(sql: string): boolean {
  return PLANNER_CHANGE.test(sql)
}

const PLANNER_CHANGE = /^\s*SET\b|set_config\(/i

const SESSION_CHANGE =
  /(^|;)\s*(SET\s+(?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)|RESET\b|DISCARD\b|LISTEN\b|LOAD\b)|set_config\((?![^)]*,\s*true\s*\))/i
