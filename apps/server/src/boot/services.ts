import { join } from 'node:path'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { Config } from '@qingzhou/platform/config/config'
import { createLimiter } from '@qingzhou/platform/database/rate-limit-store'
import { type BodyKeys } from '#http/bodies/body-keys.ts'
import { createFiles } from '@qingzhou/platform/files/files'
import { createFolderStore, type ObjectStore } from '@qingzhou/platform/files/object-store'
import { runEndOfDay } from '@qingzhou/lending/end-of-day/end-of-day'
import { type Log } from '@qingzhou/platform/log'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Signer, Stamp } from '@qingzhou/platform/documents/signing/signer'
import { readSigningKey, type SigningKey } from '@qingzhou/platform/documents/signing/signing-key'
import { createRouteStore } from '@qingzhou/providers/records/bank-order-store'
import { createDeviceMemory } from '@qingzhou/providers/records/device-memory'
import { createFrameMemory } from '@qingzhou/providers/records/frame-memory'
import { createTokenStore } from '@qingzhou/providers/records/provider-token-store'
import { createProviders } from '@qingzhou/providers/providers'
import { createStaffOidc } from '@qingzhou/providers/staff-oidc/openid'
import type { Services } from '#services.ts'
import { loadOnce } from '@qingzhou/platform/load-once'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import { createDatabase } from '@qingzhou/platform/database/pool'
import type { EndOfDay } from '@qingzhou/lending/end-of-day/end-of-day'

export async function createServices(
  config: Config,
  deps: Pick<Services, 'database' | 'vault' | 'printer' | 'clock' | 'log' | 'now'> & {
    readonly bodyKeys: BodyKeys
    readonly address: { current(): string }
  },
): Promise<Services> {
  const { database, vault, printer, clock, log, now, bodyKeys, address } = deps
  const limiter = createLimiter({ database, vault, now })
  return {
    database,
    vault,
    printer,
    signer: await signerOf(config, now),
    log,
    clock,
    now,
    today: () => dayInShanghai(now()),
    businessDate: () => readBusinessDate(database),
    endOfDay: (until, options) =>
      runEndOfDay(endOfDayOf(config, { ...options, now, onIdleError: connectionLost(log) }), until),
    limiter,
    files: createFiles({
      database,
      vault,
      now,
      store: await openUploads(config),
    }),
    tasks: createTasks(),
    sealing: { newest: () => bodyKeys.newest(), bodyForm: config.bodyForm },
    providers: await createProviders({
      ...config.providers,
      adapters: config.adapters,
      now,
      log,
      ownOrigin: () => address.current(),
      tokens: createTokenStore({ database, vault }),
      routes: createRouteStore(database),
      frames: createFrameMemory(limiter),
      devices: createDeviceMemory({ limiter, vault }),
    }),
    mode: config.mode,
    hasMall: config.adapters.mall !== 'none',
    imageCode: config.imageCode,
    staffSecondFactor: config.staffSecondFactor,
    adminPlatformKey: config.adminPlatformKey,
    staffOidc: config.staffOidc && createStaffOidc(config.staffOidc),
    loansRecomputedPerNight: config.loansRecomputedPerNight,
    isRecovering: config.isRecovering,
    serviceFees: config.serviceFees,
    version: config.version,
    get publicOrigin() {
      return address.current()
    },
    get officialAccountUrl() {
      const { officialAccountUrl: url } = config
      return url?.startsWith('/') ? `${address.current()}${url}` : url
    },
  }
}

export async function openUploads({
  dataDirectory,
  adapters,
}: Pick<Config, 'dataDirectory' | 'adapters'>): Promise<ObjectStore> {
  if (adapters.files === 'folder') return createFolderStore(join(dataDirectory, 'uploads'))
  const { createS3Store } = await import('@qingzhou/platform/files/s3-store')
  return createS3Store(adapters.files)
}

/** The lender's key is read at start: a server that cannot sign must not start. */
async function signerOf(
  { signing, dataDirectory, adapters }: Config,
  now: () => Date,
): Promise<Signer> {
  const stamp = await stampOf(adapters.timestamp)
  if (signing === 'sandbox') {
    const openSandboxKey = async () => {
      const { sandboxSigningKey } =
        await import('@qingzhou/platform/documents/signing/sandbox-signing-key')
      return sandboxSigningKey(dataDirectory, now)
    }
    return createLazySigner(openSandboxKey, now, stamp)
  }
  const key = readSigningKey(signing, now())
  const ends = key.chain.map(({ validToDate }) => validToDate.getTime())
  return {
    ...createLazySigner(async () => key, now, stamp),
    certificatesEnd: new Date(Math.min(...ends)),
  }
}

/** Loaded with the first document: the libraries are a quarter of the modules of the server. */
function createLazySigner(
  open: () => Promise<SigningKey>,
  now: () => Date,
  stamp: Stamp | undefined,
): Signer {
  const signer = loadOnce(async () => {
    const { createSigner } = await import('@qingzhou/platform/documents/signing/signer')
    return createSigner(open, now, stamp)
  })
  return {
    sign: async (pdf) => (await signer()).sign(pdf),
    signDetached: async (bytes) => (await signer()).signDetached(bytes),
  }
}

async function stampOf(timestamp: Config['adapters']['timestamp']): Promise<Stamp | undefined> {
  if (timestamp === 'none') return undefined
  const { createStamp } = await import('@qingzhou/providers/timestamp/rfc3161')
  return createStamp(timestamp)
}

export function connectionLost(log: Log) {
  return (error: Error) => log.warn('database.connection-lost', {}, error)
}

/**
 * The end of day as a server runs it. One lane: several servers share the work, and borrowers'
 * requests have priority.
 */
function endOfDayOf(
  { databaseUrl, databasePipeline }: Config,
  settings: Pick<EndOfDay, 'now' | 'debits' | 'signal'> & {
    readonly onIdleError: (error: Error) => void
  },
): EndOfDay {
  const { onIdleError, ...rest } = settings
  const connection = {
    max: 1,
    role: 'qingzhou_app',
    pipeline: databasePipeline,
    onIdleError,
  }
  return { connect: () => createDatabase(databaseUrl, connection), lanes: 1, ...rest }
}
