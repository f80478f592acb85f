/**
 * What a setting is for. The reference adds default, values and the mode from the code that reads
 * it, and what the error says where a required one is missing; a text here comes after that.
 */
// prettier-ignore -- A table: one setting, one line.
export const settingTexts: Readonly<Record<string, string>> = {
  MODE: 'production refuses the sandbox, plain http and weak secrets',
  DATA_DIR:
    'the folder of uploads and of the scripts of earlier versions; in the sandbox also of its keys and its database',
  DATABASE_URL:
    'Several hosts and a pooler in between: [operating.md](operating.md#a-login-for-the-servers)',
  DATABASE_READ_URL:
    'a standby of the database, if there is one: lists of what is past are read from it ([operating.md](operating.md#a-standby-for-reading))',
  DATABASE_READ_LAG_MS_MAX:
    'how old the standby may be; while it is older or away, everything is read from the database itself',
  DATABASE_CONNECTIONS_MAX: 'database connections of all processes that serve the port together',
  DATABASE_PIPELINE:
    '`off` sends every statement as a message of its own and admits every request by itself: slower, and with nothing but documented methods of the driver ([0029](decisions/0029-database-access.md))',
  BRAND_FILE:
    'a JSON file with the names, logo and colours of the lender, as in `packages/ui/src/gallery/brand.example.json`: product and company name, kind of lender (`consumer-finance`, `bank`, `small-loan`: it decides the caps), licence number, address, supervisor and its phone, service phone and hours, complaint address, official account, partner bank (if there is one: without it, no text mentions joint funding), the paths of the logo, and ten colours for light and dark. A wrong file, or colours with too little contrast, refuse the start. Give every process the same',
  HOST: 'the address to listen on',
  PORT: 'the port to listen on',
  WORKER_PORT: 'where `npm run worker` answers `/healthz`, `/readyz` and `/metrics`; 0 for nowhere',
  SERVERS:
    'how many processes of `npm run serve` serve the port: 1 to 64, or `auto` for one per core, as far as there are four database connections for each. The limits of connections and running calls count for all of them together. A process that dies is replaced; on a signal all finish their running calls. The first of them runs the background tasks; `/metrics` answers for all ([0039](decisions/0039-availability.md))',
  WORKERS:
    'how many tasks of each lane a process does at once; 0 leaves them to others, and is refused by `npm run worker`',
  TASK_LEASE_MS: 'how long a task stays with a worker that gives no sign of life; 500 or more',
  LOANS_RECOMPUTED_PER_NIGHT:
    'about how many open loans the end of day recomputes from their acts; 0 for none',
  RECOVERING:
    '`yes` after a restore, until what the providers moved meanwhile is booked ([operating.md](operating.md#after-a-restore)): nothing is debited without the customer, and a payment counts for the day on which it was made, whenever its result is learned. Give every process the same',
  SERVICE_FEES:
    'the service fees of the products, none by default: `product@date=fee` pairs separated by commas. A fee is yuan or a share of the amount drawn, `/instalment` or once per `/loan`: `103001@2027-01-01=0.05%/instalment,900001@2027-01-01=5.00/loan`; `103001@2028-01-01=none` ends it. It counts for draws from that day on, in the annualised cost and its cap too. Give every process the same',
  BUILD_DIR: 'the folder of the built web apps',
  PUBLIC_URL: 'https in production. Notices of providers come to it too',
  PROVIDER_TIMEOUTS_MS:
    'where the timeout of a provider differs from `provider-limits.ts`: `bank:3000,mail:20000`',
  PROVIDER_OUTAGES_MAX: 'after how many outages in a row a provider is not asked for a while',
  IP_LOOKUP_URL: 'the service that the browser asks for its public address; https in production',
  OFFICIAL_ACCOUNT_URL:
    'what the QR code of the official account holds; without it, the page says how to find the account by its name',
  SMS: 'who sends SMS; a second service is asked when the first one fails ([adapters.md](adapters.md))',
  MAIL: 'who sends mail ([adapters.md](adapters.md))',
  FILES: 'where uploads are stored ([adapters.md](adapters.md))',
  IP: 'who finds the place of an address ([adapters.md](adapters.md))',
  TIMESTAMP: 'who stamps signatures with the time ([adapters.md](adapters.md))',
  WALLET: 'who speaks to the payment app ([adapters.md](adapters.md))',
  MESSENGER: 'who speaks to the messaging app ([adapters.md](adapters.md))',
  BANK: 'who pays out and debits; a second bank pays what the first one does not serve ([adapters.md](adapters.md))',
  IDENTITY: 'who checks people and reads their cards ([adapters.md](adapters.md))',
  FACE: 'who compares a face in our page with the ID card; `embedded` is the engine of the product, which is not certified ([adapters.md](adapters.md#recognition-in-the-product))',
  OCR: 'who reads photos of cards: the service of `IDENTITY`, or the engine of the product ([adapters.md](adapters.md#recognition-in-the-product))',
  DEVICE:
    'who judges the device of an applicant: two vendors, our own comparison with earlier sessions, or nobody; then the rules that need it are not asked, and the explained decision says so ([adapters.md](adapters.md#devices))',
  BUREAU:
    'whether the credit bureau is asked about an applicant; with `none` the rules that need it are not asked, and no limit is above 50,000 ([adapters.md](adapters.md#without-a-credit-bureau))',
  SANDBOX_READINGS: 'a folder in which tests store what was seen in pictures',
  MALL: 'whether there is a mall; with `none` no screen mentions one, and its addresses and calls do not exist. Production refuses that while an order is not finished',
  BODY_FORM: 'how browsers seal bodies ([0019](decisions/0019-sealed-bodies-and-sessions.md))',
  BODY_DIGEST: 'whether a body in blocks must carry a digest; production refuses `optional`',
  IMAGE_CODE:
    '`drawing`: four characters to read, with a proof of work; `altcha`: a puzzle that the browser solves, nothing to read. Images given out before a change are refused once',
  STAFF_SECOND_FACTOR:
    'whether staff need an authenticator app in addition to their password; production refuses `optional`',
  ADMIN_PLATFORM_KEY:
    'the Ed25519 public key (PEM) of an admin platform that hands its users over to the staff area ([0027](decisions/0027-staff-acts.md)); without it every hand-over is refused',
  STAFF_SIGN_IN:
    'how staff sign in to the console: `password` with a second factor, or also through the OpenID provider of the lender (`openid`). An administrator links each member to a subject of it; signing in registers no one',
  STAFF_OIDC_ISSUER: 'An https address in production',
  STAFF_OIDC_CLIENT_ID: 'Its return address is `/console/sign-in`',
  VAULT_BINDING: 'whether sealed values are bound to their rows: [operating.md](operating.md#keys)',
  VAULT_KEYS: 'See [operating.md](operating.md#keys)',
  LOG_LEVEL: 'the least important lines of the log that are written',
  PROXY_HOPS: 'Only their `X-Forwarded` headers are believed',
  CLOCK_SKEW_SECONDS_MAX:
    'how far the clock of a server may differ from that of the database before it answers 503',
  IP_BLOCKS_PER_MINUTE: 'how many RSA blocks the bodies from one network may have in a minute',
  IN_FLIGHT_ORDINARY_MAX: 'running calls from which on ordinary ones are refused',
  IN_FLIGHT_URGENT_MAX: 'running calls from which on urgent ones are refused too',
  EVENT_LOOP_LAG_MS_MAX: 'delay of the event loop from which on ordinary calls are refused',
  CONNECTIONS_MAX:
    'open connections; one network gets a quarter of them where no proxy is in front',
  LARGE_BODIES_PER_NETWORK_MAX: 'how many of the 32 places for large bodies one network may occupy',
  HEADERS_TIMEOUT_MS: 'how long the headers of a call may take',
  REQUEST_TIMEOUT_MS: 'how long a whole call may take to arrive',
  BODY_IDLE_TIMEOUT_MS: 'a large body is aborted when no byte arrives for this long',
  BODY_BYTES_PER_SECOND_MIN: 'a large body that is slower is aborted',
  DRAIN_TIMEOUT_MS: 'how long a stopping server waits for running calls',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'where traces go (OTLP over HTTP, `/v1/traces` is added), for example `http://127.0.0.1:4318`; https in production unless it is on this machine. No traces without it',
  OTEL_TRACES_SAMPLER_ARG: 'the share of calls that are traced, from 0 to 1',
  OPENAPI:
    'whether `/openapi.json` describes all calls; outsiders need not know those of staff. The same is in [api.md](api.md)',
  BANK_PARTNERS:
    'the banks whose links may be opened: `code:name` pairs separated by commas, none by default. A row that is in the database already is not changed. `npm run campaigns -- bank-partners` adds and ends them too',
  KEYS_WRAPPED_BY:
    'whether `VAULT_KEYS` and `VAULT_INDEX_KEY` are given as they are, or wrapped by a key management service: [operating.md](operating.md#keys-wrapped-by-a-key-management-service)',
  UNWRAP_COMMAND: 'Program and arguments separated by spaces, without a shell',
  LENDER_KEY_FILE: 'RSA of 3072 bits or more, or ECDSA on P-256',
  LENDER_KEY_PASSPHRASE: 'the passphrase of the lender’s key, if it has one',
  METRICS_TOKEN: 'Sent as `Authorization: Bearer …`',
  S3_PREFIX: 'what the names of all objects begin with; empty, or with / at its end',
  S3_REGION: 'the region in the signatures',
  S3_PATH_STYLE:
    'whether the bucket is in the path instead of the host name, as most self-hosted stores need it',
  ALIPAY_GATEWAY: 'the address of the open platform',
  ALIPAY_PAGES: 'where the browser opens payments and face checks',
  ALIPAY_CONSENT: 'where the browser opens the page of consent',
  ALIPAY_SIGN_SCENE: 'the scene of agreements for periodic debits; without it they are not offered',
  WECHAT_PUBLIC_KEY_ID:
    'the id of the public key of WeChat Pay, `PUB_KEY_ID_…`; without it, certificates are fetched',
  WECHAT_PUBLIC_KEY: 'the public key of WeChat Pay, in PEM or base64; given together with its id',
  WECHAT_GATEWAY: 'the address of WeChat Pay',
  WECHAT_API: 'where the calls of the account go',
  WECHAT_CONSENT: 'where the browser opens the page of consent',
  WECHAT_PAGES: 'where the browser opens the pages of the sandbox',
  UNIONPAY_SIGNATURE:
    'the algorithms of messages: RSA with SHA-256, or the national ones, SM2 with SM3, with certificates of the same kind',
  UNIONPAY_GATEWAY: 'the address of UnionPay',
  UNIONPAY_FILES: 'the address of the day files',
  ALIYUN_SMS_ENDPOINT: 'the address of the SMS service',
  TENCENT_SMS_ENDPOINT: 'the address of the SMS service',
  TENCENT_SMS_REGION: 'the region of the SMS application',
  ALIYUN_FACE_SCENE:
    'the number of the scene of face checks on the page of Aliyun; without it they are made by the payment app',
  ALIYUN_CARD_CHECK: 'whether the four elements of a card are checked before its bank is asked',
  ALIYUN_ID_ENDPOINT: 'the address of the register of residents',
  ALIYUN_OCR_ENDPOINT: 'the address of the reader of cards',
}

/** Defaults that depend on the machine. */
export const defaultsInWords: Readonly<Record<string, string>> = {
  BUILD_DIR: '`build` of the repository',
  IN_FLIGHT_ORDINARY_MAX: '100 per core',
  IN_FLIGHT_URGENT_MAX: '200 per core',
}
