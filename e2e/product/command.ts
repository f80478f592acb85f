import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { root } from '@qingzhou/tools/root.ts'

// A file of this repository: `node <file>` for each command.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

/** Runs a repository command on the running product's database, as from a terminal, and answers its standard output. */
export async function runCommand(
  name: string,
  words: readonly string[],
  { typed = '', exitCode = 0 }: { readonly typed?: string; readonly exitCode?: number } = {},
): Promise<string> {
  const file = scripts[name]?.split(' ').at(-1) ?? name
  const command = spawn(process.execPath, [join(root, file), ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  command.stdin.end(typed)
  const [output, errors] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ])
  expect(command.exitCode, errors).toBe(exitCode)
  return output
}
