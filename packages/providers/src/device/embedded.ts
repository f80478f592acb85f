import { ProviderRefused } from '@qingzhou/platform/provider-fault'
import type { DeviceMemory, DeviceVendors } from './port.ts'

const PATH = 'embedded-device'

/** What the app sends: the number it gave its browser, and the number with the mark of the browser. */
const NUMBER = /^[\w-]{16,64}$/
const BLACK_BOX = /^([\w-]{16,64})\|(none|[\da-f]{32})$/
const NO_MARK = 'none'

/** By how many people were seen on one device in 90 days: alone, a family, a shop, a ring. */
const RISK_BY_PEOPLE = [10, 30, 60]
const RISK_OF_MORE_PEOPLE = 90

/** By how many marks came with one number in 90 days. A browser that is updated changes its own. */
const RISK_BY_MARKS = [10, 30]
/** Many marks are a number that was copied to other phones; alone they are no ground. */
const RISK_OF_MORE_MARKS = 60

/**
 * Compares what the app sends with what was seen earlier, in the place of two vendors: who used the
 * number of this browser, and whether the number still comes from the same browser.
 */
export function createEmbeddedDevices(memory: DeviceMemory): DeviceVendors {
  return {
    first: {
      async keyOf(number) {
        if (!NUMBER.test(number)) throw new ProviderRefused(PATH, 'no device number')
        return memory.digest(number)
      },
      async riskOf({ deviceKey, idNumber }) {
        const people = await memory.countPeople(deviceKey, idNumber)
        return RISK_BY_PEOPLE[people - 1] ?? RISK_OF_MORE_PEOPLE
      },
    },
    second: {
      async keyOf(blackBox) {
        const [, number, mark] = BLACK_BOX.exec(blackBox) ?? []
        if (!number || !mark) throw new ProviderRefused(PATH, 'no mark of a browser')
        return `${memory.digest(number)}.${mark === NO_MARK ? mark : memory.digest(mark)}`
      },
      async riskOf({ deviceKey }) {
        const [number = '', mark = NO_MARK] = deviceKey.split('.')
        // A browser that hides its mark is known by its number alone.
        if (mark === NO_MARK) return RISK_OF_MORE_MARKS
        const marks = await memory.countMarks(number, mark)
        return RISK_BY_MARKS[marks - 1] ?? RISK_OF_MORE_MARKS
      },
    },
  }
}
