import type { Borrower, World } from '#simulator/world.ts'
import { decideProposals, proposeOne } from './proposals.ts'
import { decideReviews, workOnExceptions } from './queues.ts'
import { letThingsGoWrong, repairNight } from './troubles.ts'

/** The probability of an act per borrower and day. */
const ACT_SHARE = 0.03

/**
 * A day of the lender's staff at the console, by its calls: they decide what waits, work on
 * exceptions and propose acts for some borrowers. Returns one label per act.
 */
export async function actAsStaff(world: World, borrowers: readonly Borrower[]): Promise<string[]> {
  const { staff, chance, pace, services } = world
  await staff.startDay()
  const done = await letThingsGoWrong(world, borrowers)
  done.push(...(await clearQueues(world, { isLast: false })))
  for (const [index, borrower] of borrowers.entries()) {
    const own = chance.branch(`${services.today()} staff ${index}`)
    if (!own.happens(ACT_SHARE * pace)) continue
    done.push(...(await proposeOne({ ...world, chance: own }, borrower)))
  }
  return done
}

/** The early shift books the loans again whose accrual has failed in the night. */
export async function startMorning(world: World): Promise<string[]> {
  if (!(await repairNight(world))) return []
  await world.staff.startDay()
  return workOnExceptions(world)
}

/** Works on everything that waits; on the last days nothing is postponed. */
export async function clearQueues(
  world: World,
  day: { readonly isLast: boolean },
): Promise<string[]> {
  return [
    ...(await decideProposals(world, day)),
    ...(await decideReviews(world)),
    ...(await workOnExceptions(world)),
  ]
}
