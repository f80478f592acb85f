import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let tools: string
let calls: string
beforeEach(() => {
  tools = mkdtempSync(join(tmpdir(), 'qingzhou-citus-tools-'))
  calls = join(tools, 'calls')
  const executable = { mode: 0o755 }
  writeFileSync(join(tools, 'install'), '#!/bin/sh\n', executable)
  writeFileSync(join(tools, 'cluster'), `#!/bin/sh\necho "$1 $2" >> ${calls}\n`, executable)
})
afterEach(() => rmSync(tools, { recursive: true, force: true }))

it('a command that is interrupted ends its cluster and removes its folder', async () => {
  const script = `
    import { withCluster } from ${JSON.stringify(join(import.meta.dirname, 'cluster.ts'))}
    await withCluster(${JSON.stringify(tools)}, async (cluster, folder) => {
      console.log(folder)
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(child.stdout, 'data')
  const folder = String(printed).trim()
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(readFileSync(calls, 'utf8')).toBe(`up ${folder}/cluster\ndown ${folder}/cluster\n`)
  expect(existsSync(folder)).toBe(false)
})
