import { join } from 'node:path'
import { dayInShanghai } from '#platform/day-in-shanghai.ts'
import type { Config } from '#platform/config/config.ts'
import { createLimiter } from '#platform/database/rate-limit-store.ts'
import { type BodyKeys } from '#http/bodies/body-keys.ts'
import { createFiles } from '#platform/files/files.ts'
import { createFolderStore, type ObjectStore } from '#platform/files/object-store.ts'
import { runEndOfDay } from '#features/end-of-day/end-of-day.ts'
import { endOfDayOf } from '#features/end-of-day/own-connections.ts'
import { type Log } from '#platform/log.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { Signer } from '#platform/documents/signing/signer.ts'
import { readSigningKey, type SigningKey } from '#platform/documents/signing/signing-key.ts'
import { createProviders } from '#providers/providers.ts'
import type { Services } from '#platform/services.ts'
import { createTasks } from '#platform/tasks/tasks.ts'

export function servicesOf(
  config: Config,
  deps: Pick<Services, 'database' | 'vault' | 'printer' | 'clock' | 'log' | 'now'> & {
    readonly bodyKeys: BodyKeys
    readonly address: { current(): string }
  },
): Services {
  const { database, vault, printer, clock, log, now, bodyKeys, address } = deps
  return {
    database,
    vault,
    printer,
    signer: signerOf(config, now),
    log,
    clock,
    now,
    today: () => dayInShanghai(now()),
    businessDate: () => readBusinessDate(database),
    endOfDay: (until, options) =>
      runEndOfDay(
        endOfDayOf(config.databaseUrl, { ...options, now, onIdleError: connectionLost(log) }),
        until,
      ),
    limiter: createLimiter({ database, vault, now }),
    files: createFiles({
      database,
      vault,
      now,
      store: uploadsOf(config),
    }),
    tasks: createTasks(),
    sealing: { newest: () => bodyKeys.newest(), bodyForm: config.bodyForm },
    providers: createProviders({
      ...config.providers,
      now,
      log,
      ownOrigin: () => address.current(),
    }),
    mode: config.mode,
    staffSecondFactor: config.staffSecondFactor,
    loansRecomputedPerNight: config.loansRecomputedPerNight,
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

export function uploadsOf({ dataDirectory }: Config): ObjectStore {
  return createFolderStore(join(dataDirectory, 'uploads'))
}

/** The lender's key is read at start: a server that cannot sign must not start. */
function signerOf({ signing, dataDirectory }: Config, now: () => Date): Signer {
  if (signing === 'sandbox') {
    return loadedSigner(now, async () => {
      const { sandboxSigningKey } =
        await import('#platform/documents/signing/sandbox-signing-key.ts')
      return sandboxSigningKey(dataDirectory, now)
    })
  }
  const key = readSigningKey(signing, now())
  return loadedSigner(now, async () => key)
}

/** Loaded with the first document: the libraries are a quarter of the modules of the server. */
function loadedSigner(now: () => Date, open: () => Promise<SigningKey>): Signer {
  let loaded: Promise<Signer> | undefined
  const load = async () => {
    const { createSigner } = await import('#platform/documents/signing/signer.ts')
    return createSigner(open, now)
  }
  return { sign: async (pdf) => (await (loaded ??= load())).sign(pdf) }
}

export function connectionLost(log: Log) {
  return (error: Error) => log.warn('database.connection-lost', {}, error)
}
