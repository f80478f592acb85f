import { join } from 'node:path'

import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { restoreBackup } from '@qingzhou/tools/backup/restore.ts'
import { takeBackup } from '@qingzhou/tools/backup/take.ts'
import { createClusterDatabase, type ClusterNodes } from '@qingzhou/tools/postgres/test-cluster.ts'

/**
 * Takes a backup of a distributed database while the given work writes to it, restores it into an
 * empty database of the cluster and distributes that. Returns the restored database and what the
 * work returned.
 */
export async function copyByBackup<Result>(
  nodes: ClusterNodes,
  {
    url,
    folder,
    shards,
  }: { readonly url: string; readonly folder: string; readonly shards: number },
  work: () => Promise<Result>,
): Promise<{ readonly url: string; readonly rows: number; readonly done: Result }> {
  const [to, uploads] = [join(folder, 'backup'), join(folder, 'uploads')]
  const [{ tables }, done] = await Promise.all([takeBackup({ url, uploads, to }), work()])
  const restored = await createClusterDatabase(nodes, 'restored')
  await restoreBackup({ url: restored, uploads: join(folder, 'restored'), from: to })
  await distribute(restored, { shards, say: () => {} })
  return { url: restored, rows: tables.reduce((sum, table) => sum + table.rows, 0), done }
}
