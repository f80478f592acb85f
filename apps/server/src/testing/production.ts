import { randomBytes } from 'node:crypto'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SANDBOX_HEADER } from '@qingzhou/provider-api/signature'
import { createServerLogin, execute } from '@qingzhou/tools/postgres/test-database.ts'
import { migrate } from '@qingzhou/platform/database/migrate'
import { issueTestKey } from '@qingzhou/platform/documents/signing/sandbox-signing-key'
import type { TestProduct } from './product.ts'
import { startTlsFront } from './tls-front.ts'

type Environment = Readonly<Record<string, string>>

/** A lender of its own: production does not start with the one of the sandbox. */
export const brandFile = join(
  import.meta.dirname,
  '../../../../packages/ui/src/gallery/brand.example.json',
)
const newKey = () => randomBytes(32).toString('base64')

/**
 * Settings that production accepts, with keys and certificates in a folder. The sandbox is given as
 * missing, because a test product names its own.
 */
export async function productionSettings(folder: string) {
  const settings = {
    MODE: 'production',
    SANDBOX_URL: '',
    SANDBOX_SECRET: '',
    PUBLIC_URL: 'https://loans.example',
    PROVIDERS_URL: 'https://127.0.0.1:9',
    PROVIDERS_SECRET: newKey(),
    CONSENT_URL: 'https://consent.example',
    VAULT_KEYS: `2026:${newKey()}`,
    VAULT_INDEX_KEY: newKey(),
    VAULT_BINDING: 'required',
    METRICS_TOKEN: newKey(),
    PROXY_HOPS: '1',
    BRAND_FILE: brandFile,
    LENDER_KEY_FILE: join(folder, 'lender-key.pem'),
    LENDER_CERTIFICATE_FILE: join(folder, 'lender.pem'),
  }
  const { key, certificates } = await issueTestKey(new Date())
  writeFileSync(settings.LENDER_KEY_FILE, key, { mode: 0o600 })
  writeFileSync(settings.LENDER_CERTIFICATE_FILE, certificates)
  return settings
}

/**
 * The tests use the embedded PostgreSQL, which production refuses. A symbolic link to its socket
 * makes it pass for an external server. A cluster is one.
 */
export function asOwnServer(url: string, folder: string): string {
  const changed = new URL(url)
  const sockets = changed.searchParams.get('host')
  if (sockets === null) return url
  const link = join(folder, `sockets-${randomBytes(4).toString('hex')}`)
  symlinkSync(sockets, link)
  changed.searchParams.set('host', link)
  return changed.href
}

/**
 * A database as production has it: migrated by the owner of the schema, and used by servers with a
 * login of their own. Returns the address for the servers.
 */
export async function asServers(ownerUrl: string, folder: string): Promise<string> {
  await migrate(ownerUrl)
  const login = await createServerLogin(ownerUrl)
  // Tests move the business date.
  const name = new URL(login).searchParams.get('user')
  await execute(ownerUrl, `GRANT ALL ON business_date_permits TO ${name}`)
  return asOwnServer(login, folder)
}

/** A certificate of TLS for `localhost`, in files too. This process trusts it from now on. */
export async function trustedCertificate(folder: string) {
  const { key, certificates, authority } = await issueTestKey(new Date(), 'server')
  const [keyFile, certificateFile] = [join(folder, 'tls-key.pem'), join(folder, 'tls.pem')]
  const authorityFile = join(folder, 'authority.pem')
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(certificateFile, certificates)
  writeFileSync(authorityFile, authority)
  setDefaultCACertificates([...getCACertificates('default'), authority])
  return { credentials: { key, cert: certificates }, keyFile, certificateFile, authorityFile }
}

/** The account at the payment app that the product of a test has, for its processes. */
function walletOf({ adapters: { wallet } }: TestProduct['config']): Environment {
  if (wallet === 'gateway') return {}
  return {
    WALLET: 'alipay',
    ALIPAY_APP_ID: wallet.appId,
    ALIPAY_SELLER_ID: wallet.sellerId,
    ALIPAY_PRIVATE_KEY: wallet.privateKey,
    ALIPAY_PUBLIC_KEY: wallet.publicKey,
    ALIPAY_GATEWAY: wallet.gateway,
    ALIPAY_PAGES: wallet.pages,
    ALIPAY_CONSENT: wallet.consentUrl,
    ALIPAY_SIGN_SCENE: wallet.signScene ?? '',
  }
}

/** What lies around servers in production: TLS in front of them, and a gateway to the outside. */
export type Production = {
  /** For `startTestProduct`, with DATABASE_URL and what the test itself sets. */
  readonly settings: Environment
  /** Of TLS, for a proxy of the test's own. */
  readonly tls: { readonly keyFile: string; readonly certificateFile: string }
  /** Connects the gateway with the sandbox of a product. Returns the settings of its processes. */
  connect(product: TestProduct): Record<string, string>
  /** Callbacks go to these servers. */
  leadCallbacksTo(servers: readonly string[]): void
  stop(): Promise<void>
}

/**
 * The sandbox behind TLS and without the header that production refuses, for checks that run
 * servers with MODE=production.
 */
export async function startProduction(folder: string): Promise<Production> {
  const { credentials, authorityFile, ...tls } = await trustedCertificate(folder)
  const [gateway, entrance] = await Promise.all([
    startTlsFront(credentials, SANDBOX_HEADER),
    startTlsFront(credentials),
  ])
  const settings = {
    ...(await productionSettings(folder)),
    PUBLIC_URL: entrance.url,
    PROVIDERS_URL: gateway.url,
    CONSENT_URL: gateway.url,
  }
  return {
    settings,
    tls,
    connect({ config, sandbox }) {
      gateway.leadTo([sandbox.url])
      return {
        ...settings,
        ...walletOf(config),
        NODE_EXTRA_CA_CERTS: authorityFile,
        DATABASE_URL: config.databaseUrl,
        DATA_DIR: config.dataDirectory,
        DATABASE_CONNECTIONS_MAX: '8',
        LOG_LEVEL: 'error',
        IP_BLOCKS_PER_MINUTE: '1000000',
        // A test machine may be busy.
        EVENT_LOOP_LAG_MS_MAX: '60000',
      }
    },
    leadCallbacksTo: (servers) => entrance.leadTo(servers),
    async stop() {
      await Promise.all([gateway.stop(), entrance.stop()])
    },
  }
}
