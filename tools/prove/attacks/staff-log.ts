import { isRefused, outcomeOf, type Attack } from './attack.ts'

const TRIES = 60
const ROWS_MAX = 30

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
    const client = target.visitor()
    for (let count = 0; count < TRIES; count += 1) {
      await isRefused(() =>
        client.api.staff.signIn({ username: `nobody${count}`, password: 'Wrong_2026' }),
      )
    }
    const added = (await rows()) - before
    const what = `${added} rows of the staff log written by ${TRIES} failed sign-ins`
    return outcomeOf([{ what, isRefused: added <= ROWS_MAX }])
  },
}
