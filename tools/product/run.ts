import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'

/**
 * Runs a command to its end and collects its output. Never throws for an exit code: the caller
 * checks it.
 */
export function run(
  command: string,
  parameters: string[],
  options: SpawnOptions & { input?: string } = {},
): Promise<{ code: number; output: string }> {
  const { input, ...spawnOptions } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { ...spawnOptions, stdio: 'pipe' })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    // A command that ends without reading its input closes the pipe; its exit code is enough.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
