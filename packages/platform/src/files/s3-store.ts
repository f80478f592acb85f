import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { assert } from '@qingzhou/domain/assert'
import type { S3Settings } from '#config/adapters/adapters.ts'
import { DatabaseUnavailable, WriteRefused } from '#database/database-unavailable.ts'
import type { ObjectStore } from './object-store.ts'

const ATTEMPTS_MAX = 3
const TIMEOUT_MS = 20_000

const within = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) })

/** Stores objects in a bucket of an S3-compatible store, which several machines share. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { bucket, prefix, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS_MAX,
    // Other vendors refuse the checksums that the package adds by itself. The bytes are sealed, so
    // a changed object does not open.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const placeOf = (name: string) => {
    assert(/^[a-z0-9]{8,64}$/.test(name), `invalid object name ${name}`)
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }
  return {
    async put(name, bytes) {
      const object = new PutObjectCommand({ ...placeOf(name), Body: bytes })
      await client.send(object, within()).catch((cause: unknown) => {
        throw new WriteRefused(cause)
      })
    },
    async get(name) {
      const object = new GetObjectCommand(placeOf(name))
      try {
        const { Body: body } = await client.send(object, within())
        return body && Buffer.from(await body.transformToByteArray())
      } catch (cause) {
        if (cause instanceof NoSuchKey) return undefined
        throw new DatabaseUnavailable(cause, 'the object store is away')
      }
    },
    async delete(name) {
      const object = new DeleteObjectCommand(placeOf(name))
      await client.send(object, within()).catch((cause: unknown) => {
        throw new WriteRefused(cause)
      })
    },
  }
}
