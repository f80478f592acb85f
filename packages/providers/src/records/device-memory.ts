import type { Limiter } from '@qingzhou/platform/database/rate-limit-store'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { DeviceMemory } from '#device/port.ts'

const REMEMBERED_SECONDS = 90 * 86_400
const COUNTED_MAX = 1_000

/** Only keyed digests are stored, which name neither a person nor a device. */
export function createDeviceMemory({
  limiter,
  vault,
}: {
  readonly limiter: Limiter
  readonly vault: Pick<Vault, 'index'>
}): DeviceMemory {
  /** Counts each member of a group once. */
  async function countMembers(group: string, member: string): Promise<number> {
    const windowSeconds = REMEMBERED_SECONDS
    const seen = await limiter.take({ key: `${group}:${member}`, limit: 1, windowSeconds })
    if (!seen.ok) return Math.max(1, await limiter.count(group))
    const counted = await limiter.take({ key: group, limit: COUNTED_MAX, windowSeconds })
    return counted.ok ? counted.count : COUNTED_MAX
  }
  return {
    digest: (fingerprint) => vault.index('device', fingerprint).toString('hex').slice(0, 32),
    countPeople: (deviceKey, idNumber) => countMembers(`device-people:${deviceKey}`, idNumber),
    countMarks: (numberKey, markKey) => countMembers(`device-marks:${numberKey}`, markKey),
  }
}
