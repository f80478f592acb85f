import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { assert } from '@qingzhou/domain/assert'
import type { S3Settings } from '#config/adapters/adapters.ts'
import { DatabaseUnavailable, WriteRefused } from '#database/database-unavailable.ts'
import type { ObjectStore } from './object-store.ts'

const ATTEMPTS_MAX = 3
const PAUSE_MS = 100
const TIMEOUT_MS = 20_000

type Request = {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly name: string
  readonly bytes?: Buffer
}
type Answer = { readonly status: number; readonly content: Buffer }

/** Stores objects in a bucket of an S3-compatible store, which several machines share. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { region, accessKeyId, secretAccessKey } = settings
  // Its own repetition does not include lost connections.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function ask({ method, name, bytes }: Request, signal: AbortSignal): Promise<Answer> {
    const response = await client.fetch(addressOf(name, settings), {
      method,
      // Without the digest, the signature does not cover the bytes.
      headers: { 'x-amz-content-sha256': digestOf(bytes ?? '') },
      body: bytes ? new Uint8Array(bytes) : null,
      redirect: 'error',
      signal,
    })
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
  }

  /** Repeats a request that was refused for the moment, or whose connection was lost. */
  async function send(request: Request): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
      const answer = await ask(request, signal).catch(() => undefined)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      await setTimeout(Math.random() * PAUSE_MS * 2 ** attempt)
    }
    return ask(request, signal)
  }

  async function write(request: Request): Promise<void> {
    const answer = await send(request).catch((cause: unknown) => {
      throw new WriteRefused(cause)
    })
    if (!isSuccess(answer)) throw new WriteRefused(failureOf(answer))
  }

  return {
    async put(name, bytes) {
      await write({ method: 'PUT', name: checkName(name), bytes })
    },
    async get(name) {
      const answer = await send({ method: 'GET', name: checkName(name) }).catch(
        (cause: unknown) => {
          throw new DatabaseUnavailable(cause, 'the object store is away')
        },
      )
      if (isSuccess(answer)) return answer.content
      if (codeOf(answer) === 'NoSuchKey') return undefined
      throw new DatabaseUnavailable(failureOf(answer), 'the object store is away')
    },
    async delete(name) {
      await write({ method: 'DELETE', name: checkName(name) })
    },
  }
}

function checkName(name: string): string {
  assert(/^[a-z0-9]{8,64}$/.test(name), `invalid object name ${name}`)
  return name
}

function addressOf(name: string, { endpoint, bucket, prefix, isPathStyle }: S3Settings): URL {
  const address = new URL(endpoint)
  if (!isPathStyle) address.hostname = `${bucket}.${address.hostname}`
  const path = `${isPathStyle ? `${bucket}/` : ''}${prefix}${name}`
  address.pathname = path.split('/').map(encodeURIComponent).join('/')
  return address
}

function digestOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** A missing bucket has the status of a missing object, and another code. */
function codeOf({ content }: Answer): string {
  return /<Code>(\w+)<\/Code>/.exec(content.toString('utf8', 0, 1000))?.[1] ?? ''
}

function failureOf(answer: Answer): Error {
  return new Error(`the object store answered ${answer.status} ${codeOf(answer)}`)
}
