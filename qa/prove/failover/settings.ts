import { join } from 'node:path'

/** The ports and the folder of one database node. */
export type Node = {
  readonly name: string
  readonly folder: string
  readonly port: number
  /** Where Patroni answers. */
  readonly restPort: number
}

export type Login = { readonly user: string; readonly password: string }

/** The settings of Patroni for one node, as JSON, which is YAML too. */
export function patroniSettings(
  node: Node,
  {
    login,
    etcdPort,
    binaries,
  }: { readonly login: Login; readonly etcdPort: number; readonly binaries: string },
): string {
  const { user, password } = login
  const own = { username: user, password }
  return JSON.stringify({
    scope: 'loans',
    name: node.name,
    restapi: addressOf(node.restPort),
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        // The smallest values that Patroni documents.
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        // A primary whose PostgreSQL died is replaced at once instead of recovered.
        primary_start_timeout: 0,
        // Strict: without a standby that has it, no transaction is acknowledged.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 100, wal_log_hints: 'on', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      ...addressOf(node.port),
      data_dir: join(node.folder, 'data'),
      bin_dir: binaries,
      pgpass: join(node.folder, 'pgpass'),
      authentication: { superuser: own, replication: { username: 'replicator', password } },
      pg_hba: [
        `host replication replicator 127.0.0.1/32 scram-sha-256`,
        `host all all 127.0.0.1/32 scram-sha-256`,
        `local all all scram-sha-256`,
      ],
      parameters: { unix_socket_directories: node.folder },
    },
  })
}

function addressOf(port: number) {
  return { listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` }
}

/** HAProxy sends connections to the node whose Patroni says that it is the primary. */
export function haproxySettings(nodes: readonly Node[], port: number): string {
  return [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    'listen loans',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, port: own, restPort }) => `  server ${name} 127.0.0.1:${own} check port ${restPort}`,
    ),
    '',
  ].join('\n')
}
