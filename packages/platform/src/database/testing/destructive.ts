/** The statements of a migration that may remove or rewrite rows. */
export function destructiveStatements(sql: string): string[] {
  return executedStatements(sql).filter((statement) =>
    DESTRUCTIVE.some((form) => form.test(statement)),
  )
}

const DESTRUCTIVE = [
  /\bDROP\s+(TABLE|SCHEMA|OWNED|MATERIALIZED)\b/i,
  /\bALTER\s+TABLE\b[^;]*\bDROP\s+(?!CONSTRAINT|DEFAULT|NOT\s|IDENTITY|EXPRESSION)\w/i,
  /\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i,
  /^TRUNCATE\b/i,
  /\bDELETE\s+FROM\b/i,
  // Excludes FOR UPDATE, ON CONFLICT DO UPDATE, a trigger's UPDATE ON, and privileges.
  /(^|\bAS\s*\(|\bBEGIN\s|\bTHEN\s|\bLOOP\s)\s*UPDATE\s+(?!ON\b|OR\b|OF\b)\w+/i,
]

/**
 * Removes comments, literals and function bodies, which are not executed. DO blocks are executed
 * and stay.
 */
function executedStatements(sql: string): string[] {
  const bare = sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(CREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\b[^$]*)\$(\w*)\$[\s\S]*?\$\2\$/gi, '$1')
  const executed = bare
    .replaceAll(/\$(\w*)\$/g, ' ; ')
    .replaceAll(/EXECUTE\s+(?:format\s*\()?\s*'/gi, ';')
  return executed
    .split(/[;']/)
    .map((statement) => statement.trim())
    .filter(Boolean)
}
