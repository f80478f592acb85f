import { isRefused, outcomeOf, type Attack } from './attack.ts'

/** Each try costs the server the work of a password. */
const TRIES = { short: 12, full: 60 }
/** The first failure and the first lock of an hour, and the hour may change meanwhile. */
const ROWS_MAX = 4

/** The staff log is append-only: strangers who fail to sign in must not be able to fill it. */
export const staffLog: Attack = {
  name: 'filling the staff log',
  async run(target) {
    const { database } = target.product.services
    const rows = async () => {
      const [row] = await database.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM staff_log',
      )
      return Number(row?.count ?? 0)
    }
    const before = await rows()
    const tries = target.isFull ? TRIES.full : TRIES.short
    for (let count = 0; count < tries; count += 1) {
      const signIn = { username: `nobody${count}`, password: 'Wrong_2026' }
      const isOut = await isRefused(() => target.visitor().api.staff.signIn(signIn))
      if (!isOut) throw new Error('somebody unknown was signed in')
    }
    const added = (await rows()) - before
    const what = `${added} rows of the staff log written by ${tries} failed sign-ins`
    return outcomeOf([{ what, isRefused: added <= ROWS_MAX }])
  },
}
