import { generateKeyPair } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

import { testCache } from './test-cache.ts'

const KEYS = 2
const MODULUS_BITS = 3072

/** Generates the RSA keys of the tests once per checkout: each takes more than a second of a core. */
export default async function setup(project: TestProject): Promise<void> {
  const names = Array.from({ length: KEYS }, (_, index) => `test-rsa-${index + 1}.pem`)
  project.provide('rsaKeys', await Promise.all(names.map(storedKey)))
}

async function storedKey(name: string): Promise<string> {
  const path = join(testCache, name)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The first run of this checkout.
  }
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  mkdirSync(testCache, { recursive: true })
  // Written aside and renamed: another run that starts now reads a whole key or none.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, pem, { mode: 0o600 })
  renameSync(draft, path)
  return pem
}
