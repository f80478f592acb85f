import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { accountFor } from '@qingzhou/tools/postgres/account.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { root } from '@qingzhou/tools/root.ts'
import { findPrograms } from '#prove/debian/programs.ts'

export type Nginx = { readonly address: string; stop(): Promise<void> }

const SHIPPED = join(root, 'deploy/nginx/qingzhou.conf')
const START_PATIENCE_MS = 10_000

type Tls = { readonly keyFile: string; readonly certificateFile: string }

/**
 * Debian's nginx with the file that the repository ships: only the addresses and the files of TLS
 * are others. Throws with the missing package.
 */
export async function startNginx(
  folder: string,
  { servers, tls }: { readonly servers: readonly string[]; readonly tls: Tls },
): Promise<Nginx> {
  const { nginx } = findPrograms({ nginx: { package: 'nginx-light', file: 'nginx' } })
  const account = accountFor(folder)
  const port = await freePort()
  chmodSync(folder, 0o755)
  const own = join(folder, 'nginx')
  mkdirSync(own)
  // It reads the key as the account it runs under.
  for (const path of account ? [own, tls.keyFile] : []) {
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0)
  }
  const config = join(own, 'nginx.conf')
  writeFileSync(config, configOf(own, { port, servers, tls }))
  const child = spawn(nginx, ['-p', own, '-c', config, '-e', join(own, 'error.log')], {
    ...account,
    cwd: own,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const address = `https://localhost:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  const deadline = Date.now() + START_PATIENCE_MS
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`nginx did not start:\n${readFileSync(join(own, 'error.log'), 'utf8')}`)
    }
    await sleep(100)
  }
  return { address, stop }
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The shipped file inside the parts that Debian's own configuration has around it. */
export function configOf(
  folder: string,
  own: { readonly port: number; readonly servers: readonly string[]; readonly tls: Tls },
): string {
  const addresses = [...own.servers]
  const site = readFileSync(SHIPPED, 'utf8')
    .replaceAll(/server 10\.0\.0\.\d+:8080/g, () => `server ${addresses.shift()}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${own.port} ssl http2;`)
    .replace('/etc/ssl/loans.pem', own.tls.certificateFile)
    .replace('/etc/ssl/loans.key', own.tls.keyFile)
  if (addresses.length > 0) throw new Error(`${SHIPPED} names fewer servers than there are`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(folder, 'nginx.pid')};`,
    'events { worker_connections 512; }',
    'http {',
    `  access_log off;`,
    ...temporary.map((name) => `  ${name}_temp_path ${join(folder, name)};`),
    site,
    '}',
    '',
  ].join('\n')
}
