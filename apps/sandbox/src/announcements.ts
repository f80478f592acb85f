import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { Fault, Faults } from './faults.ts'
import type { Notice, Notices } from './notices.ts'

const LOOK_AGAIN_MS = 1_000

/** Something that was ordered, and whose result is told once it is known. */
export type Announcement = {
  readonly provider: ProviderName
  readonly kind: Notice['kind']
  readonly url: string
  readonly settleAt: number
  /** What is told, by the state of that moment. */
  readonly result: () => object
  /** What would have been told before. */
  readonly before: object
  onTold(): void
}

export type Announce = (announcement: Announcement) => void

/** Sends what is to be told when it is due: not at all, once, twice or in a wrong order, as the faults say. */
export function createAnnounce(parts: {
  readonly notices: Notices
  readonly faults: Faults
  readonly now: () => number
}): Announce {
  const { notices, faults, now } = parts

  async function carryOut(announcement: Announcement): Promise<void> {
    const { provider, kind, url, settleAt } = announcement
    // A timer may ring a moment before the clock says so.
    while (now() < settleAt) if (!(await notices.wait(settleAt - now()))) return
    while (faults.of(provider).down) if (!(await notices.wait(LOOK_AGAIN_MS))) return

    for (const body of bodiesOf(announcement, faults.of(provider))) {
      if (!(await notices.deliver({ kind, url, body }))) return
    }
    announcement.onTold()
  }

  return (announcement) => void carryOut(announcement)
}

function bodiesOf({ result, before }: Announcement, fault: Fault): object[] {
  if (fault.silent) return []
  const once = fault.reorder ? [result(), before] : [result()]
  return fault.duplicate ? [...once, ...once] : once
}
