import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '@qingzhou/tools/root.ts'

const commands = join(root, 'tools/operate')

/** Runs a repository command on the running product's database, as from a terminal. */
export async function runCommand(
  name: string,
  words: readonly string[],
  { typed = '' }: { readonly typed?: string } = {},
): Promise<string> {
  const command = spawn(process.execPath, [join(commands, `${name}.ts`), ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [command.stdout, command.stderr]) {
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  command.stdin.end(typed)
  await once(command, 'close')
  expect(command.exitCode, said).toBe(0)
  return said
}
