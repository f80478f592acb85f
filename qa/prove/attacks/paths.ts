import { outcomeOf, type Attack } from './attack.ts'
import { rawRequest } from './raw-http.ts'

const secrets = /root:|"dependencies"|PRIVATE KEY|vault-1|DATABASE_URL|#!\//
const paths = [
  '/../package.json',
  '/..%2f..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%252e%252e/%252e%252e/package.json',
  '/files/../../../etc/passwd',
  '/files/%00',
  '/desk/../../package.json',
  '/desk/%2e%2e/web/../../package.json',
  '/.env',
  '/.git/config',
  '/data/keys/vault-1.key',
  '/sandbox/../../../etc/passwd',
  '/sandbox//evil.example/',
  '//evil.example/%2e%2e',
  '/documents/' + 'a'.repeat(4_000),
]

/** Paths that lead out of the served folders. */
export const pathsOutside: Attack = {
  name: 'paths outside of what is served',
  async run({ address }) {
    const attempts = []
    for (const path of paths) {
      const { status, body, headers } = await rawRequest(address, path)
      const leaves = String(headers['location'] ?? '').includes('evil')
      const isRefused = status !== 0 && status < 500 && !secrets.test(body) && !leaves
      attempts.push({ what: `${path}: ${status}`, isRefused })
    }
    return outcomeOf(attempts)
  },
}
