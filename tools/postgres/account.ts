import { existsSync, readFileSync, statSync } from 'node:fs'

/** The operating system account for PostgreSQL when we are root, as it refuses to run as root. */
export type Account = { uid: number; gid: number }

/** Undefined unless we are root: then the cluster's owner, else `postgres`, else `nobody`. */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has no account postgres or nobody.',
  )
}

function accountNamed(wanted: string): Account | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === wanted) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}
